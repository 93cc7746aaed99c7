import type { InAppMessage, InAppPosition } from '../../../src/api/models/in-app.js';
import type { NativeView } from '../../../src/index.js';
import type { Page } from '../harness/engine.js';
import type { Sent } from './message-shop.js';

/** A message from fields alone, as the service says one: it has no HTML. */
export function viewed(view: object, also: Partial<InAppMessage> & { position?: InAppPosition } = {}): Sent {
  const { position, ...more } = also;
  const content = position ? { webInAppDisplaySettings: { position } } : {};
  return { also: { content, jsonOnly: true, customPayload: { tidings: { view } }, ...more } };
}

/** A picture without an address of its own to ask for. */
export const PICTURE = '/picture.svg';

/** A survey with a field of each kind. */
export const survey = {
  kind: 'modal',
  title: 'How was it?',
  body: 'Two questions,\nand you are done.',
  fields: [
    { name: 'rating', type: 'rating', label: 'How do you like the shop?', required: true },
    { name: 'found', type: 'choice', label: 'How did you find us?', options: ['A friend', 'Searching'] },
    { name: 'mail', type: 'email', label: 'Your email', required: true },
    { name: 'phone', type: 'phone', label: 'Your phone' },
    { name: 'more', type: 'text', label: 'Anything else?', max: 500 },
  ],
  buttons: [{ label: 'Not now', url: 'tidings://dismiss' }],
  submit: { to: 'track', event: 'survey-answered', name: 'survey', thanks: 'Thank you, Ada!' },
} satisfies NativeView;

/** What stands in the view of a message: the texts of elements of a class. */
export function textsOf(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((selector: string) => {
    const view = document.querySelector('tidings-message')?.shadowRoot?.querySelector('dialog > div');
    return [...(view?.shadowRoot?.querySelectorAll(selector) ?? [])].map(({ textContent }) => textContent);
  }, selector);
}
