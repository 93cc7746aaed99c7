import type { Operation } from '../calling/operation.js';

/** Snippets: pieces of content that templates share. */
export const snippets = (operation: Operation) => ({
  /** Lists every snippet of the project. */
  list: operation<void, { snippets?: Snippet[] }>('GET /api/snippets'),
  /** A snippet. */
  get: operation<SnippetRef, { snippet?: Snippet }>('GET /api/snippets/{identifier}'),
  /** Creates a snippet. */
  create: operation<NewSnippet, NewSnippetRef>('POST /api/snippets', { reachesPeople: false }),
  /** Updates a snippet, or creates one when the name is new. */
  update: operation<SnippetUpdate, NewSnippetRef>('PUT /api/snippets/{identifier}'),
  /** Deletes a snippet. */
  delete: operation<SnippetRef, NewSnippetRef>('DELETE /api/snippets/{identifier}'),
});

/** Names a snippet, by its number or its name. */
export interface SnippetRef {
  /** Its id or its name; all digits are an id. */
  identifier: number | string;
}

/** The snippet that was written. */
export interface NewSnippetRef {
  snippetId?: number;
}

/** What a snippet says. */
export interface SnippetContent {
  /** Handlebars. Scripts, handlers in attributes and `javascript:` links are refused. */
  content: string;
  description?: string;
  /** The names the content takes; case matters. */
  variables?: string[];
  /** The email of who writes it. Default: the project's creator. */
  createdByUserId?: string;
}

/** A snippet to make. */
export interface NewSnippet extends SnippetContent {
  /** Unique, for good, and at most 100 letters, digits, hyphens, underscores and spaces. */
  name: string;
}

/** A snippet, and what it is to say from now on. */
export interface SnippetUpdate extends SnippetRef, SnippetContent {}

/** A piece of template that others include. */
export interface Snippet {
  id?: number;
  name?: string;
  description?: string;
  content?: string;
  variables?: string[];
  projectId?: number;
  /** ISO 8601. */
  createdAt?: string;
  /** ISO 8601. */
  updatedAt?: string;
  createdBy?: string;
  updatedBy?: string;
}
