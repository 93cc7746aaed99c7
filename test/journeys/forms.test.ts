// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest';
import type { InAppMessage } from '../../src/api/models/in-app.js';
import { createField } from '../../src/in-app/native/fields.js';
import { startInApp, type NativeView } from '../../src/index.js';
import { until } from '../support/until.js';
import { ada, bob, calm, startVisits } from '../support/visits.js';

const view: NativeView = {
  kind: 'modal',
  title: 'May we call you?',
  fields: [{ name: 'phoneNumber', type: 'text', label: 'Where?' }],
  submit: { to: 'user' },
};
const message: InAppMessage = {
  ...{ messageId: 'a', jsonOnly: false, createdAt: 1, trigger: { type: 'immediate' } },
  customPayload: { tidings: { view } },
};

it('what a visitor says in a form is never written into the profile of another', async () => {
  const { line, service, visit } = startVisits();
  line.fetch = (input, init) => {
    const request = new Request(input, init);
    const isRead = new URL(request.url).pathname.endsWith('/inApp/web/getMessages');
    return isRead ? Promise.resolve(Response.json({ inAppMessages: [message] })) : service.fetch(request);
  };
  const client = visit();
  await client.identify(ada);
  const recorded: string[] = [];
  client.on('recorded', ({ kind }) => recorded.push(kind));
  let accept: (() => void) | undefined;
  const onSubmit = vi.fn(() => new Promise<void>((resolve) => (accept = resolve)));
  const inApp = startInApp(client, { interval: 0, onSubmit });
  onTestFinished(() => inApp.close());
  const shown = () =>
    document.querySelector('tidings-message')?.shadowRoot?.querySelector('dialog[open] > div')?.shadowRoot;
  await until(() => expect(shown()).toBeTruthy());
  Object.assign(shown()?.querySelector('input') ?? {}, { value: '+49 30 1' });
  shown()
    ?.querySelector('form')
    ?.dispatchEvent(new Event('submit', { cancelable: true }));
  await until(() => expect(onSubmit).toHaveBeenCalled());

  await client.identify(bob);
  accept?.();

  await calm();
  expect(recorded).not.toContain('profile');
});

it.each(['text', 'phone'] as const)(
  'a question of type %s that must be answered is not answered by spaces',
  (type) => {
    const field = createField({ name: 'more', label: 'More?', type, required: true }, 'field-0');
    const input = field.element.querySelector('input');
    Object.assign(input ?? {}, { value: '  ' });

    expect([field.check(), field.answer()]).toEqual([input, undefined]);
  },
);
