import type { Client } from 'tidings';
import { say, setup } from './page.js';

const KEY = 'unwanted';
/** How long logging out waits for what was done before, in milliseconds. */
const LAST_MOMENT = 1_500;

/** Keeps what the visitor wants to hear of, and logs them out. */
export function startAccountPage(client: Client): void {
  startPreferences(client);
  const logOut = document.getElementById('log-out') as HTMLFormElement | null;
  logOut?.addEventListener('submit', (event) => {
    event.preventDefault();
    // Nothing more is theirs from here on; what is must go now: once the session has ended,
    // the shop's server gives no more tokens for them.
    void client.reset();
    void client
      .flush({ timeout: LAST_MOMENT })
      .catch(() => undefined)
      .then(() => logOut.submit());
  });
}

function startPreferences(client: Client) {
  const form = document.getElementById('preferences') as HTMLFormElement | null;
  if (!form) return;
  const ticks = [...form.querySelectorAll<HTMLInputElement>('[name=type]')];
  // The service takes preferences and does not tell them: a shop keeps its own.
  const key = `${KEY} ${setup.user?.email ?? ''}`;
  const unwanted = JSON.parse(localStorage.getItem(key) ?? '[]') as string[];
  for (const tick of ticks) tick.checked = !unwanted.includes(tick.value);

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const off = ticks.filter(({ checked }) => !checked).map(({ value }) => value);
    localStorage.setItem(key, JSON.stringify(off));
    void client
      .updateSubscriptions({ unsubscribedMessageTypeIds: off.map(Number), validateChannelAlignment: false })
      .then(() => say('Kept. The service hears of it now, or as soon as it can.'));
  });
}
