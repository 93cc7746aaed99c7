import { html } from 'hono/html';
import type { Content, Visit } from './layout.js';

/** The visitor's messages. */
export function inbox({ person }: Visit): Content {
  const main = html`<h1>Inbox</h1>
    ${
      person
        ? html`<p class="lead">What we wrote to you. The panel can send you one more.</p>
            <div class="card inbox"><tidings-inbox></tidings-inbox></div>`
        : html`<p class="lead">
            Messages are for a person. <a href="/account">Log in</a> as one of five to see theirs.
          </p>`
    }`;
  return { title: 'Inbox', kind: 'inbox', main };
}
