import type { NewMessage, Sent, Visitor } from '../wire.js';
import { ask } from './ask.js';
import { byId, element, isAble, say, setAble } from './dom.js';

/** Tells the shop's tabs that it is worth asking for messages now. */
const shopTabs = new BroadcastChannel('tidings-demo');

/** Makes the three steps of a message work: the template, the campaign, and sending it. */
export function startMessages(): void {
  let templateId: number | undefined;
  let campaignId: number | undefined;

  onSubmit('template', async (fields) => {
    const message = Object.fromEntries(fields) as unknown as NewMessage;
    ({ templateId } = await ask<{ templateId: number }>('POST', 'templates', message));
    showPreview(templateId);
    ready('campaign', 'Ready.');
    return `Template ${templateId} is saved.`;
  });
  onSubmit('campaign', async (fields) => {
    const campaign = { templateId, name: fields.get('name') };
    ({ campaignId } = await ask<{ campaignId: number }>('POST', 'campaigns', campaign));
    ready('send', 'Ready.');
    return `Campaign ${campaignId} has started.`;
  });
  onSubmit('send', async (fields) => {
    const { messageId } = await ask<Sent>('POST', 'messages', { campaignId, email: fields.get('email') });
    shopTabs.postMessage('sent');
    return messageId
      ? 'Sent. Look at the shop’s tab.'
      : 'The service has accepted it, but not sent it: they may have turned such messages off.';
  });
  followVisitor();
}

/** Does `work` when a form is sent, once at a time, and says under it how that went. */
function onSubmit(id: string, work: (fields: FormData) => Promise<string>): void {
  const form = byId<HTMLFormElement>(id);
  const button = buttonOf(id);
  const said = byId(`${id}-said`);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!isAble(button)) return;
    setAble(button, false);
    say(said, 'The server is at it …');
    work(new FormData(form))
      .then(
        (words) => say(said, words),
        (error: unknown) => say(said, (error as Error).message, true),
      )
      .finally(() => setAble(button, true));
  });
}

function ready(id: string, words: string): void {
  if (isAble(buttonOf(id))) return;
  setAble(buttonOf(id), true);
  say(byId(`${id}-said`), words);
}

function buttonOf(id: string): HTMLButtonElement {
  const button = byId(id).querySelector('button');
  if (!button) throw new Error(`The form #${id} has no button`);
  return button;
}

/** Shows a template as the person at the shop would see it, in a frame that can do nothing. */
function showPreview(templateId: number): void {
  const place = byId('preview');
  const title = 'The message as the person will see it';
  place.querySelector('iframe')?.remove();
  place.append(element('iframe', { sandbox: '', title, src: `/admin/templates/${templateId}` }));
  place.hidden = false;
}

/** Keeps to whoever is logged in at the shop, until another address is typed. */
function followVisitor(): void {
  const field = byId<HTMLInputElement>('email');
  let suggested = '';

  async function look(): Promise<void> {
    const { email } = await ask<Visitor>('GET', 'visitor');
    byId('visitor').textContent = email
      ? `Logged in at the shop: ${email}`
      : 'Nobody is logged in at the shop. Log in there, or write an address.';
    if (field.value === suggested) field.value = email ?? '';
    suggested = email ?? '';
  }
  // A server that is away says so when something is asked of it.
  const lookAgain = () => void look().catch(() => undefined);
  addEventListener('focus', lookAgain);
  document.addEventListener('visibilitychange', lookAgain);
  lookAgain();
}
