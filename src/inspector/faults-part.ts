import { make, section } from './make.js';
import type { Inspected, Part } from './inspected.js';

type Fetch = typeof globalThis.fetch;

/** What can go wrong, by what its button says, in place of what the page calls. */
const FAULTS: [words: string, instead: () => Promise<Response>, isOnce?: boolean][] = [
  ['Offline', () => Promise.reject(new TypeError())],
  [
    'Token expired',
    () => {
      const body = { code: 'InvalidJwtPayload', msg: 'JWT Authorization header error: Token has expired' };
      return Promise.resolve(Response.json(body, { status: 401 }));
    },
    true,
  ],
];

/** Buttons for what can go wrong between this page and the service; nothing of it reaches the service. */
export function faultsPart({ host: { base }, wire: { faults } }: Inspected): Part {
  const buttons = FAULTS.filter(([, , isOnce]) => !isOnce || (base.getToken && !base.relay)).map(
    ([words, instead, isOnce = false]) => {
      const button = make('button', { type: 'button', 'aria-pressed': 'false' }, words);
      const broken: Fetch = () => {
        if (isOnce) set(false);
        return instead();
      };
      function set(isOn: boolean) {
        if (isOn) faults.add(broken);
        else faults.delete(broken);
        button.setAttribute('aria-pressed', String(isOn));
      }
      button.addEventListener('click', () => set(!faults.has(broken)));
      return button;
    },
  );
  const about = 'For this page alone. An expired token is met by the next call.';

  return {
    element: section('Faults to try', make('div', { class: 'faults' }, ...buttons), make('p', {}, about)),
    draw: () => undefined,
  };
}
