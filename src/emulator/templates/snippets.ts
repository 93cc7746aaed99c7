import { z } from 'zod';
import type {
  NewSnippet,
  NewSnippetRef,
  Snippet,
  SnippetContent,
  SnippetRef,
} from '../../admin/operations/snippets.js';
import { PROJECT_OWNER, snippetsOf, type SnippetRow } from '../state/project.js';
import { json } from '../operation/answers.js';
import { operation, type Operation } from '../operation/operation.js';
import { Refusal } from '../operation/refusal.js';
import { email } from '../operation/schemas.js';
import type { Service } from '../state/service.js';
import { checkSnippetText } from './snippet-text.js';

const MAX_NAME = 100;

/** The only project of an emulator. */
const PROJECT_ID = 1;

const snippetChange = z.object({
  content: z.string(),
  description: z.string().exactOptional(),
  variables: z
    .array(z.string().regex(/^[A-Za-z_$][\w$]*$/, 'is not a name a variable can have'))
    .exactOptional(),
  createdByUserId: email.exactOptional(),
}) satisfies z.ZodType<SnippetContent>;

const name = z
  .string()
  .min(1)
  .max(MAX_NAME)
  .regex(/^[\w -]*$/, 'may have letters, digits, hyphens, underscores and spaces only');

const newSnippet = snippetChange.extend({ name }) satisfies z.ZodType<NewSnippet>;

const path = z.object({ identifier: z.string() }) satisfies z.ZodType<SnippetRef>;

/** Texts that templates share. */
export const snippets = (service: Service): Operation[] => [
  operation('GET /api/snippets', { keys: ['server', 'readOnly'] }, () => ({
    snippets: [...snippetsOf(service).values()].map(asAnswered),
  })),
  operation('POST /api/snippets', { keys: ['server'], body: newSnippet }, ({ body }) => {
    if (snippetBy(service, body.name)) {
      throw new Refusal('BadParams', `\`name\`: the project has a snippet ${JSON.stringify(body.name)}`);
    }
    return created(createSnippet(service, body));
  }),
  operation('GET /api/snippets/{identifier}', { keys: ['server', 'readOnly'], path }, ({ path }) => ({
    snippet: asAnswered(requireSnippet(service, path.identifier)),
  })),
  operation(
    'PUT /api/snippets/{identifier}',
    { keys: ['server'], path, body: snippetChange },
    ({ path, body }) => {
      const known = snippetOf(service, path.identifier);
      if (known) return { snippetId: updateSnippet(service, known, body) } satisfies NewSnippetRef;
      if (isId(path.identifier)) throw unknown(path.identifier);
      return created(createSnippet(service, { ...body, name: checkedName(path.identifier) }));
    },
  ),
  operation('DELETE /api/snippets/{identifier}', { keys: ['server'], path }, ({ path }) => {
    const { id } = requireSnippet(service, path.identifier);
    snippetsOf(service).delete(id);
    return { snippetId: id } satisfies NewSnippetRef;
  }),
];

function createSnippet(service: Service, snippet: NewSnippet): number {
  checkSnippetText(snippet.content);
  const id = service.tables.nextId();
  const now = service.clock.now();
  const { name, content, description, variables = [], createdByUserId: author = PROJECT_OWNER } = snippet;
  snippetsOf(service).set(id, {
    id,
    name,
    content,
    variables,
    ...(description !== undefined && { description }),
    createdAt: now,
    updatedAt: now,
    createdBy: author,
    updatedBy: author,
  });
  return id;
}

function updateSnippet(service: Service, snippet: SnippetRow, change: SnippetContent): number {
  checkSnippetText(change.content);
  const { content, description, variables, createdByUserId = PROJECT_OWNER } = change;
  Object.assign(snippet, {
    content,
    ...(description !== undefined && { description }),
    ...(variables && { variables }),
    updatedAt: service.clock.now(),
    updatedBy: createdByUserId,
  } satisfies Partial<SnippetRow>);
  return snippet.id;
}

/** All digits are an id, anything else is a name (decision 25). */
function snippetOf(service: Service, identifier: string): SnippetRow | undefined {
  return isId(identifier) ? snippetsOf(service).get(Number(identifier)) : snippetBy(service, identifier);
}

function requireSnippet(service: Service, identifier: string): SnippetRow {
  const snippet = snippetOf(service, identifier);
  if (snippet) return snippet;
  throw unknown(identifier);
}

function snippetBy(service: Service, name: string): SnippetRow | undefined {
  return [...snippetsOf(service).values()].find((snippet) => snippet.name === name);
}

/** The name of a snippet that its path names. */
function checkedName(identifier: string): string {
  const { success, error } = name.safeParse(identifier);
  if (success) return identifier;
  throw new Refusal('BadParams', `\`identifier\`: ${error.issues[0]?.message ?? 'is no name'}`);
}

const isId = (identifier: string) => /^\d+$/.test(identifier);

function unknown(identifier: string): Refusal {
  return new Refusal('NotFound', `\`identifier\`: the project has no snippet ${JSON.stringify(identifier)}`);
}

function created(snippetId: number): Response {
  return json({ snippetId } satisfies NewSnippetRef, { status: 201 });
}

function asAnswered({ createdAt, updatedAt, ...snippet }: SnippetRow): Snippet {
  return {
    ...snippet,
    projectId: PROJECT_ID,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
