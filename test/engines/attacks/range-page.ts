import type { Client, createClient, startInApp, InApp, InAppOptions } from '../../../src/index.js';

/** What a page of the range needs to know. */
export interface RangeSettings {
  /** The projects whose messages it shows, each apart from the others and at the same time. */
  projects: string[];
  cspNonce?: string;
  /** Whether messages come by themselves. */
  isAutomatic?: boolean;
  /** Whether each message is closed as soon as it is seen. */
  isClosing?: boolean;
}

declare global {
  interface Window {
    /** What happens on the page of a range. */
    range: ReturnType<typeof startRange>;
  }
}

/** Sets up a page with secrets and trip wires, and what shows it messages. It runs there, so it uses nothing from outside. */
export function startRange(
  tidings: { createClient: typeof createClient; startInApp: typeof startInApp },
  { projects, cspNonce, isAutomatic = false, isClosing = false }: RangeSettings,
) {
  const trips: string[] = [];
  const said: string[] = [];
  const seen: string[] = [];
  const opened: string[] = [];
  const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
  let showing: string[] = [];

  let port: MessagePort | undefined;
  globalThis.MessageChannel = class extends MessageChannel {
    constructor() {
      super();
      port = this.port1;
    }
  };

  document.cookie = 'session=secret-4711';
  localStorage['secret'] = 'secret-4711';
  addEventListener('message', ({ data }) => trips.push(`message ${String(data)}`));
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'] as const)
    Object.assign(globalThis, { [name]: () => trips.push(name) });
  document.querySelector<HTMLElement>('#buy')?.addEventListener('click', () => said.push('bought'));

  const lanes: { client: Client; inApp: InApp }[] = projects.map((apiKey, lane) => {
    const client = tidings.createClient({ apiKey, baseUrl: location.origin, getToken: async () => 'token' });
    client.on('error', ({ message }) => said.push(`${showing[lane] ?? apiKey}: ${message}`));
    const options: InAppOptions = { interval: 0, openUrl: (url) => void opened.push(url) };
    const inApp = tidings.startInApp(client, { ...options, ...(cspNonce && { cspNonce }) });
    if (!isAutomatic) inApp.pause();
    return { client, inApp };
  });

  function dialogs(): HTMLDialogElement[] {
    return [...document.querySelectorAll('tidings-message')].flatMap(
      ({ shadowRoot }) => shadowRoot?.querySelector<HTMLDialogElement>('dialog[open]') ?? [],
    );
  }

  async function until(isTrue: () => unknown, patience: number): Promise<boolean> {
    const end = performance.now() + patience;
    while (!isTrue() && performance.now() < end) await wait(5);
    return Boolean(isTrue());
  }

  function closeSeen() {
    for (const dialog of dialogs()) {
      const label = dialog.getAttribute('aria-label') ?? '';
      if (!seen.includes(label)) seen.push(label);
      dialog.querySelector('button')?.click();
    }
  }
  if (isClosing) setInterval(closeSeen, 20);

  /** Shows a message once it can be: some engines take a while to give the turn of the one before back. */
  async function showOne(id: string, lane: number) {
    const end = performance.now() + 2_000;
    while (!(await lanes[lane]?.inApp.show(id)) && performance.now() < end) await wait(5);
  }

  /** Shows messages at the same time, one of each project, and gives whether all could be seen. */
  async function show(ids: string[], time: number): Promise<boolean> {
    showing = ids;
    for (const dialog of dialogs()) dialog.querySelector('button')?.click();
    await Promise.all(ids.map(async (id, lane) => id && showOne(id, lane)));
    const areSeen = await until(() => dialogs().length === ids.filter(Boolean).length, 15_000);
    await wait(time);
    return areSeen;
  }

  return {
    said,
    seen,
    opened,
    show,
    /** Waits until messages of these names were seen. */
    untilSeen: (names: string[], patience: number) =>
      until(() => names.every((name) => seen.includes(name)), patience),
    /** Says something in the name of the frame that was made last. */
    forge: (data: unknown) => void port?.dispatchEvent(new MessageEvent('message', { data })),
    /** Resolves once the messages of every project are known. */
    async begin() {
      await Promise.all(lanes.map(({ client }) => client.identify({ email: 'ada@example.com' })));
      await until(() => lanes.every(({ inApp }) => inApp.inbox.isLoaded), 5_000);
    },
    /** Shows rounds of messages, and gives those that could not be seen. */
    async showAll(rounds: string[][], time: number): Promise<string[]> {
      const unseen: string[] = [];
      for (const ids of rounds) if (!(await show(ids, time))) unseen.push(...ids);
      return unseen;
    },
    /** Closes what is shown, and tells what is wrong with the page. */
    async harm(): Promise<string[]> {
      for (const { inApp } of lanes) inApp.close();
      await wait(200);
      const left = document.querySelectorAll('tidings-message, :modal').length;
      return [
        ...trips,
        ...(document.title === 'Shop' ? [] : [`the title is ${document.title}`]),
        ...('pwned' in globalThis || 'pwned' in {} ? ['there is a global'] : []),
        ...(left ? ['something is left on the page'] : []),
      ];
    },
  };
}
