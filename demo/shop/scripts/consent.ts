import type { Client, Consent } from 'tidings';
import { element, say } from './page.js';

const KEY = 'consent';
const WORDS: Record<Consent, string> = {
  granted: 'You allow us to remember what you look at.',
  denied: 'You refuse, and nothing of it is remembered.',
  pending: 'You have not said yet: until you do, nothing of it is kept or sent.',
};

/** What the visitor has said on this device so far. */
export const consentSoFar = (): Consent => (localStorage.getItem(KEY) ?? 'pending') as Consent;

/** Asks the visitor once, and lets them change their mind in their account. */
export function startConsent(client: Client): void {
  function show() {
    element('consent').hidden = consentSoFar() !== 'pending';
    const choice = document.getElementById('choice');
    if (choice) choice.textContent = WORDS[consentSoFar()];
  }

  client.on('consent', (state) => {
    localStorage.setItem(KEY, state);
    show();
  });
  for (const button of document.querySelectorAll<HTMLElement>('[data-consent]')) {
    button.addEventListener('click', () => {
      void client.consent(button.dataset['consent'] as Consent);
      say(WORDS[consentSoFar()]);
    });
  }
  show();
}
