import { createClient } from 'tidings';

/** What the service tells of an event that arrived. */
interface Arrived {
  email?: string;
  createdAt: number;
  fields: { eventName: string };
}

const textAt = async (path: string) => (await fetch(path)).text();

const client = createClient({
  apiKey: await textAt('/key'),
  baseUrl: location.origin,
  getToken: ({ email = '' }) => textAt(`/token?email=${encodeURIComponent(email)}`),
});

function element<Kind extends HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found as Kind;
}

/** Does `work` when a form is sent, and says under it how that went. */
function onSubmit(id: string, work: (fields: FormData) => Promise<string>) {
  const form = element<HTMLFormElement>(id);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    work(new FormData(form)).then(
      (said) => say(`${id}-result`, said),
      (error: unknown) => say(`${id}-result`, (error as Error).message, true),
    );
  });
}

function say(id: string, text: string, isBad = false) {
  const line = element(id);
  line.textContent = text;
  line.classList.toggle('bad', isBad);
}

const textOf = (fields: FormData, name: string) => fields.get(name) as string;

onSubmit('identify', async (fields) => {
  const email = textOf(fields, 'email').trim();
  await client.identify({ email }, { dataFields: { lastSeen: new Date().toISOString() } });
  return `From now on, what is recorded is of ${email}.`;
});

onSubmit('track', async (fields) => {
  const data = textOf(fields, 'data').trim();
  await client.track(textOf(fields, 'name'), data ? (JSON.parse(data) as object) : undefined);
  return 'Safe on this device; on its way.';
});

client.on('delivered', ({ kind }) => {
  if (kind === 'custom') say('track-result', 'The service has it.');
  void showArrived();
});
client.on('dropped', ({ reason, error }) => say('track-result', error?.message ?? reason, true));
client.on('error', ({ message }) => say('track-result', `Kept on this device: ${message}.`, true));

/** Draws what the service holds. */
async function showArrived() {
  const answer = await fetch('/arrived').catch(() => undefined);
  if (!answer) return; // The server is away; the page says so when it tries to deliver.
  const events = (await answer.json()) as Arrived[];
  if (events.length === 0) return;
  element('count').textContent =
    `${events.length} ${events.length === 1 ? 'event has' : 'events have'} arrived.`;
  element('arrived').replaceChildren(...events.reverse().map(itemOf));
}

function itemOf({ email = '', createdAt, fields: { eventName, ...data } }: Arrived): HTMLElement {
  const when = new Date(createdAt).toLocaleTimeString();
  const name = Object.assign(document.createElement('strong'), { textContent: eventName });
  const who = Object.assign(document.createElement('small'), { textContent: `${email} · ${when}` });
  const item = document.createElement('li');
  item.append(name, who, JSON.stringify(data));
  return item;
}

void showArrived();
