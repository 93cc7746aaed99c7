import type { InApp } from 'tidings';
import { make, setup } from '../shop/scripts/page.js';
import type { Sendable } from '../shop/messages.js';
import type { Part, Scene } from './scene.js';
import { section } from './section.js';
import { shopServer } from './shop-server.js';

/** How often the service is asked for the message, and how long between, in milliseconds. */
const TIMES = 4;
const PAUSE = 300;

/** A little screen with a button at each place where a message can stand. */
export function sendPart({ inApp }: Scene): Part {
  const screen = make('div', { class: 'panel-screen' });
  const outcome = make('p', { class: 'panel-outcome' });
  outcome.setAttribute('role', 'status');
  const about = setup.user
    ? 'The shop’s server sends you one, with a key that this page never sees. It comes where you press.'
    : 'A message is for a person: log in, and the shop’s server can send you one.';

  if (setup.user) {
    fill(screen, outcome, inApp).catch(() => (outcome.textContent = 'The shop’s server did not answer.'));
  }
  return {
    element: section('Send me a message', make('p', { class: 'panel-soft' }, about), screen, outcome),
    draw: () => {},
  };
}

async function fill(screen: HTMLElement, outcome: HTMLElement, inApp: InApp) {
  for (const { campaignId, name, position } of await shopServer('/messages').json<Sendable[]>()) {
    const button = make(
      'button',
      { type: 'button', title: name },
      position.replace(/(?<=[a-z])(?=[A-Z])/, ' '),
    );
    button.dataset['position'] = position;
    button.addEventListener('click', () => {
      outcome.textContent = 'On its way…';
      send(campaignId, inApp).then(
        (words) => (outcome.textContent = words),
        (error: unknown) => (outcome.textContent = `It was not sent: ${(error as Error).message}`),
      );
    });
    screen.append(button);
  }
}

/** Has a message sent, waits until it is here, and shows it. Says how that went. */
async function send(campaignId: number, inApp: InApp): Promise<string> {
  const known = new Set(inApp.inbox.messages.map(({ messageId }) => messageId));
  await shopServer.post('/messages', { json: { campaignId } });
  for (let time = 0; time < TIMES; time += 1) {
    await inApp.refresh();
    const message = inApp.inbox.messages.find(
      (one) => one.campaignId === campaignId && !known.has(one.messageId),
    );
    if (message && (await inApp.show(message.messageId))) return 'It came, and the inbox keeps it.';
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return 'The service kept it back: you may have turned off “On the site” in your account.';
}
