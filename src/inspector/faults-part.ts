import { make, section } from './make.js';
import type { Inspected, InspectedOptions, Part } from './inspected.js';

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
export function faultsPart({ host: { base } }: Inspected): Part {
  const mends: (() => void)[] = [];
  const buttons = FAULTS.filter(([, , isOnce]) => !isOnce || (base.getToken && !base.relay)).map(
    ([words, instead, isOnce = false]) => {
      const button = make('button', { type: 'button', 'aria-pressed': 'false' }, words);
      let mend: (() => void) | undefined;
      function set(isOn: boolean) {
        mend?.();
        mend = isOn ? replaceFetch(base, instead, () => isOnce && set(false)) : undefined;
        button.setAttribute('aria-pressed', String(isOn));
      }
      button.addEventListener('click', () => set(!mend));
      mends.push(() => set(false));
      return button;
    },
  );
  const about = 'For this page alone. An expired token is met by the next call.';

  return {
    element: section('Faults to try', make('div', { class: 'faults' }, ...buttons), make('p', {}, about)),
    draw: () => undefined,
    close: () => mends.forEach((mend) => mend()),
  };
}

/** Lets what the client calls fail; gives the function that mends it. */
function replaceFetch(base: InspectedOptions, instead: () => Promise<Response>, onCalled: () => void) {
  const before = base.fetch;
  const broken: Fetch = () => {
    onCalled();
    return instead();
  };
  base.fetch = broken;
  return () => {
    if (base.fetch === broken) base.fetch = before;
  };
}
