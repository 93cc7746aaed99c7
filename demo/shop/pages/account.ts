import { html } from 'hono/html';
import { people, type Person } from '../people.js';
import type { Content, Visit } from './layout.js';

/** Whoever is logged in, and what they want to hear of; for a stranger, whom to log in as. */
export async function account({ person, service }: Visit): Promise<Content> {
  if (!person) return { title: 'Log in', kind: 'account', main: logIn() };
  const { messageTypes } = await service.admin.messageTypes.list();
  const main = html`<div class="heading">
      <div>
        <h1>Hello, ${person.name.split(' ')[0]}</h1>
        <p class="lead">${person.email}</p>
      </div>
      <form method="post" action="/session/end" id="log-out"><button>Log out</button></form>
    </div>
    <div class="columns">
      <form id="preferences" class="card">
        <h2>What you want to hear of</h2>
        <p class="soft">Take a tick away, and messages of that kind stop.</p>
        ${messageTypes.map(
          ({ id, name }) =>
            html`<label class="tick"
              ><input type="checkbox" name="type" value="${id}" checked /> ${name}</label
            >`,
        )}
        <button class="primary">Keep this</button>
      </form>
      ${consentCard()}
    </div>
    <section class="for-you" aria-label="For you">
      <tidings-placement placement-id="811" view="banner"></tidings-placement>
    </section>`;
  return { title: 'Your account', kind: 'account', main };
}

function logIn() {
  return html`<div class="heading">
      <div>
        <h1>Log in</h1>
        <p class="lead">
          As one of five people, without a password. Or stay a stranger: the shop works all the same.
        </p>
      </div>
    </div>
    <ul class="people">
      ${people.map((person) => html`<li>${personForm(person)}</li>`)}
    </ul>
    <div class="columns">${consentCard()}</div>`;
}

function personForm({ email, name, about }: Person) {
  return html`<form method="post" action="/session" class="person">
    <input type="hidden" name="email" value="${email}" />
    <span class="face" aria-hidden="true">${name[0]}</span>
    <span><strong>${name}</strong><span class="soft">${about}</span></span>
    <button aria-label="Log in as ${name}">Log in</button>
  </form>`;
}

function consentCard() {
  return html`<section class="card" aria-labelledby="choice-title">
    <h2 id="choice-title">What you allow</h2>
    <p id="choice" class="soft"></p>
    <p class="buttons">
      <button type="button" data-consent="granted">Allow</button>
      <button type="button" data-consent="denied">Refuse</button>
    </p>
  </section>`;
}
