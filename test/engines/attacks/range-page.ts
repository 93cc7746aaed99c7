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
  const sent: [form: string, answers: object][] = [];
  let showing: string[] = [];
  let onEnd: ((value?: unknown) => void) | undefined;

  let port: MessagePort | undefined;
  globalThis.MessageChannel = class extends MessageChannel {
    constructor() {
      super();
      port = this.port1;
    }
  };

  document.cookie = 'session=secret-4711';
  localStorage['secret'] = 'secret-4711';
  addEventListener('message', ({ data, source }) => {
    if (source === window && data === 'the end') onEnd?.();
    else trips.push(`message ${String(data)}`);
  });
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'] as const)
    Object.assign(globalThis, { [name]: () => trips.push(name) });
  document.querySelector<HTMLElement>('#buy')?.addEventListener('click', () => said.push('bought'));

  const lanes: { client: Client; inApp: InApp }[] = projects.map((apiKey, lane) => {
    const client = tidings.createClient({ apiKey, baseUrl: location.origin, getToken: async () => 'token' });
    client.on('error', ({ message }) => said.push(`${showing[lane] ?? apiKey}: ${message}`));
    const options: InAppOptions = {
      interval: 0,
      openUrl: (url) => void opened.push(url),
      onSubmit: (answers, form) => void sent.push([form, answers]),
    };
    const inApp = tidings.startInApp(client, { ...options, ...(cspNonce && { cspNonce }) });
    if (!isAutomatic) inApp.pause();
    return { client, inApp };
  });

  function dialogs(isThere = ({ open }: HTMLDialogElement) => open): HTMLDialogElement[] {
    return [...document.querySelectorAll('tidings-message')].flatMap(({ shadowRoot }) => {
      const dialog = shadowRoot?.querySelector('dialog');
      return dialog && isThere(dialog) ? dialog : [];
    });
  }
  /** What is shown, and what is built and has nothing to see in it: that waits for something. */
  const built = () =>
    dialogs(({ open, style }) => open || Number.parseFloat(style.getPropertyValue('--height')) <= 9);

  const { clock } = window as { clock?: Window['clock'] };
  // Messages that come by themselves have as much time as this page takes, however busy the machine is.
  if (isAutomatic) clock?.stop();
  const pass = () =>
    clock?.advance(isAutomatic ? 5 : 100) ?? new Promise((resolve) => setTimeout(resolve, 5));

  async function until(isTrue: () => unknown, turns = Infinity): Promise<boolean> {
    for (; !isTrue() && turns > 0; turns--) await pass();
    return Boolean(isTrue());
  }

  /** Lets what is shown act, for two frames. */
  async function act() {
    for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
  }

  /** Waits until all was heard that has been said and asked for: what comes after it is here. */
  async function settle() {
    await new Promise((resolve) => {
      onEnd = resolve;
      postMessage('the end', '*');
    });
    await fetch('/the-end');
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
    while (!(await lanes[lane]?.inApp.show(id))) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  /** Shows messages at the same time, one of each project, and resolves once all are there and had time to act. */
  async function show(ids: string[]): Promise<void> {
    showing = ids;
    for (const dialog of built()) dialog.querySelector('button')?.click();
    await Promise.all(ids.map(async (id, lane) => id && showOne(id, lane)));
    await until(() => built().length === ids.filter(Boolean).length);
    await act();
  }

  return {
    said,
    seen,
    opened,
    /** What forms have said. */
    sent,
    show,
    /** Gives whether messages of these names were seen, after a while at most. */
    areSeen: (names: string[]) => until(() => names.every((name) => seen.includes(name)), 100),
    /** Says something in the name of the frame that was made last. */
    forge: (data: unknown) => void port?.dispatchEvent(new MessageEvent('message', { data })),
    /** Resolves once the messages of every project are known. */
    async begin() {
      await Promise.all(lanes.map(({ client }) => client.identify({ email: 'ada@example.com' })));
      await until(() => lanes.every(({ inApp }) => inApp.inbox.isLoaded));
    },
    /** Closes what is shown, and tells what is wrong with the page. */
    async harm(): Promise<string[]> {
      for (const { inApp } of lanes) inApp.close();
      await settle();
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
