import { html } from 'hono/html';
import type { Content, Visit } from './layout.js';

/** The visitor's messages. */
export function inbox({ person }: Visit): Content {
  const about = person
    ? html`<p class="lead">What we wrote to you. The panel can send you one more.</p>`
    : html`<p class="lead">
        Messages are for a person. <a href="/account">Log in</a> as one of five to see theirs.
      </p>`;
  const main = html`<div class="heading">
      <div>
        <h1>Inbox</h1>
        ${about}
      </div>
    </div>
    ${person ? html`<div class="card inbox"><tidings-inbox></tidings-inbox></div>` : ''}`;
  return { title: 'Inbox', kind: 'inbox', main };
}
