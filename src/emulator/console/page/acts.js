import { element, labelled } from './dom.js';
import { look } from './live.js';
import { post } from './service.js';
import { tell } from './tell.js';

/** @typedef {import('./message.js').Message} Message */
/** @typedef {Message['acts'][number]} Act */

/** The words for each act; those that are not here are done in other ways. */
const words = /** @type {Partial<Record<Act, string>>} */ ({
  open: 'Open',
  bounce: 'Bounce',
  complain: 'Complain',
  unsubscribe: 'Unsubscribe',
  uninstall: 'Uninstall the app',
  recall: 'Recall',
});

/** How many links have a button. */
const MOST = 5;

/**
 * What the reader of a message can be made to do with it.
 *
 * @param {Message} message
 */
export function actsElement({ messageId, personId, acts, links, isProof }) {
  if (isProof || !acts.length) return undefined;
  const said = element('p', { role: 'status', className: 'soft' });

  /**
   * @param {Act} act
   * @param {object} [details]
   */
  function have(act, details) {
    void tell(said, async () => {
      const path = `people/${personId}/${act}`;
      const { events } = /** @type {{ events: { type: string }[] }} */ (
        await post(path, { messageId, ...details })
      );
      await look();
      return events.length ? `Recorded ${events.map(({ type }) => type).join(', ')}.` : 'Nothing to record.';
    });
  }

  const buttons = acts.flatMap((act) => (words[act] ? [button(words[act], () => have(act))] : []));
  const clicks = acts.includes('click')
    ? clickButtons(links, (url) => have('click', url ? { url } : {}))
    : [];
  return element(
    'div',
    { role: 'group', 'aria-label': 'What its reader does' },
    element('p', { className: 'buttons' }, ...buttons, ...clicks),
    acts.includes('reply') && replyForm((text) => have('reply', { text })),
    said,
  );
}

/**
 * @param {Message['links']} links
 * @param {(url?: string) => void} click
 */
function clickButtons(links, click) {
  if (!links.length) return [button('Click', () => click())];
  return links.slice(0, MOST).map(({ url }) => button(`Click ${shortened(url)}`, () => click(url)));
}

/** @param {(text: string) => void} reply */
function replyForm(reply) {
  const text = element('input', { name: 'text', required: true, maxLength: 1_000 });
  const form = element(
    'form',
    { className: 'line', 'aria-label': 'Reply' },
    labelled('Reply', text),
    element('button', {}, 'Send'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    reply(text.value);
    text.value = '';
  });
  return form;
}

/** @param {string} url */
function shortened(url) {
  const text = url.replace(/^https?:\/\//, '');
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/**
 * @param {string} label
 * @param {() => void} work
 */
function button(label, work) {
  const made = element('button', { type: 'button' }, label);
  made.addEventListener('click', work);
  return made;
}
