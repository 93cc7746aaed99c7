import { make, setup } from '../shop/scripts/page.js';
import type { Trouble } from '../shop/trouble.js';
import type { Call } from './network.js';
import { shopServer } from './shop-server.js';
import type { Part, Scene } from './scene.js';
import { events, switchOf } from './switch.js';

interface Choice {
  trouble: Trouble;
  words: string;
  /** What it shows. */
  about: string;
  /** What is said when a call meets it. */
  met: string;
  /** How a call ends that has met it; 0 is none. */
  status?: number;
}

const choices: Choice[] = [
  { trouble: 'none', words: 'well', about: 'Every call is answered.', met: '' },
  {
    trouble: 'busy',
    words: '429: too often',
    about: 'The service asks to be left alone for five seconds, and is.',
    met: 'It answered 429 and asked for five seconds. Nothing is sent until then, from no tab; then it is tried again.',
    status: 429,
  },
  {
    trouble: 'broken',
    words: '500: broken',
    about: 'The service fails. The SDK tries again, and waits longer each time.',
    met: 'It answered 500. The event stays on this device, and is tried again a little later each time.',
    status: 500,
  },
  {
    trouble: 'lost',
    words: 'answers get lost',
    about: 'The service acts, but its answer never comes. Was it done, or not?',
    met: 'No answer came, though the service has acted. The same event goes out again with the same id, and counts once.',
    status: 0,
  },
];

/** Puts the service into trouble. */
export function troubleSwitch({ client, network }: Scene): Part {
  const choice = make('fieldset', { disabled: !setup.isEmulator }, make('legend', {}, 'The service answers'));
  const { element, tell } = switchOf(
    choice,
    setup.isEmulator
      ? 'Choose what is wrong with it, then do something in the shop.'
      : 'Only an emulator can be broken at will; this shop runs on a real service.',
  );
  let current: Trouble = 'none';
  let waited = 0;

  async function set(trouble: Trouble) {
    current = trouble;
    await shopServer.put('/trouble', { json: { trouble } });
    tell(choices.find((one) => one.trouble === trouble)?.about ?? '');
    // There is no reason any more to wait as long as the SDK would by itself.
    if (trouble === 'none')
      client.flush().catch(() => tell('It is well again; what waits goes out in a moment.'));
  }

  function hear(call?: Call) {
    if (!call) return;
    const { met, status } = choices.find(({ trouble }) => trouble === current) ?? {};
    // By way of the relay, it is that which meets it.
    const ends = [call, ...(call.serviceCalls ?? [])].map((one) => one.status);
    if (met && call.method === 'POST' && ends.includes(status)) tell(met);
  }

  const inputs = choices.map((one) => radio(one, () => set(one.trouble).catch(() => tell(NO_ANSWER))));
  choice.append(...inputs.map(({ label }) => label));
  network.watch(hear);
  const show = (trouble: Trouble) => {
    current = trouble;
    for (const { input } of inputs) input.checked = input.value === trouble;
  };
  if (setup.isEmulator) recall().then(show, () => tell(NO_ANSWER));

  return {
    element,
    draw(depth) {
      if (current !== 'none') waited = Math.max(waited, depth);
      else if (waited && depth === 0) {
        tell(`It is well again: ${events(waited)} arrived, each once.`);
        waited = 0;
      }
    },
  };
}

const NO_ANSWER = 'The shop’s server did not answer: is it still running?';

async function recall(): Promise<Trouble> {
  return (await shopServer('/trouble').json<{ trouble: Trouble }>()).trouble;
}

function radio({ trouble, words }: Choice, onChoose: () => unknown) {
  const input = make('input', {
    type: 'radio',
    name: 'trouble',
    value: trouble,
    checked: trouble === 'none',
  });
  input.addEventListener('change', onChoose);
  return { input, label: make('label', {}, input, words) };
}
