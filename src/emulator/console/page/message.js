import { element, facts, jsonElement } from './dom.js';
import { actsElement } from './acts.js';
import { framed } from './framed.js';

/** @typedef {import('../views.js').PersonView['messages'][number]} Message */

/**
 * A message as its reader sees it, and what else is known of it.
 *
 * @param {Message} message
 */
export function messageElement(message) {
  const { messageId, content } = message;
  const { fromName, fromEmail, subject, preheaderText } = content;
  const sender = [fromName, fromEmail].filter((part) => typeof part === 'string');
  const facing = facts(
    ['From', sender.join(' · ')],
    ['Subject', textOf(subject)],
    ['Preheader', textOf(preheaderText)],
  );
  return element(
    'div',
    { className: 'message' },
    facing.hasChildNodes() && facing,
    framed(`messages/${encodeURIComponent(messageId)}/page`, 'The message as its reader sees it'),
    actsElement(message),
    element(
      'details',
      { className: 'more' },
      element('summary', {}, 'All fields'),
      jsonElement(content, 'Fields of the message'),
    ),
  );
}

/** @param {unknown} value */
function textOf(value) {
  return typeof value === 'string' ? value : undefined;
}
