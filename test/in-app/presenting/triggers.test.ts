// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import type { InAppMessage } from '../../../src/api/models/in-app.js';
import type { Done, Host } from '../../../src/host/host.js';
import { ruleOf, type Rule } from '../../../src/in-app/presenting/rule.js';
import { createTriggers } from '../../../src/in-app/presenting/triggers.js';

const OPENED = 1_000;
const viewed = (sku: string, recordedAt: number): Done => ({
  ...{ kind: 'custom', name: 'product-viewed', recordedAt },
  dataFields: { sku },
});

/** A message with a rule; one that waits for an event, where the rule names one. */
const message = (show: unknown, type = (show as Rule).event ? 'event' : 'immediate'): InAppMessage => ({
  ...{ messageId: 'a', jsonOnly: false },
  trigger: { type },
  customPayload: { tidings: { show } },
});

function setup(done: Done[] = [], now = 100_000) {
  const host = { name: 'shop' } as Partial<Host> as Host;
  return { done, ...createTriggers({ host, done, openedAt: () => OPENED, now: () => now }) };
}

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/shop/mugs?page=2');
});

describe('a message comes', () => {
  it.each<[string, Rule, Done[], number]>([
    ['at once, where nothing is said', {}, [], OPENED],
    ['some time after the page was opened', { after: 5 }, [], OPENED + 5_000],
    ['never, before its event', { event: 'product-viewed' }, [], Infinity],
    ['with its event', { event: 'product-viewed' }, [viewed('A1', 2_000)], 2_000],
    ['some time after it', { event: 'product-viewed', after: 1.5 }, [viewed('A1', 2_000)], 3_500],
    [
      'some time after the first of several, which do not put it off',
      { event: 'product-viewed', after: 1 },
      [viewed('A1', 2_000), viewed('A1', 2_900)],
      3_000,
    ],
    ['not with another event', { event: 'trial-started' }, [viewed('A1', 2_000)], Infinity],
    ['with a purchase', { event: 'purchase' }, [{ kind: 'purchase', recordedAt: 7_000 }], 7_000],
    [
      'not with an event that is called so',
      { event: 'purchase', where: { sku: 'A1' } },
      [viewed('A1', 1)],
      Infinity,
    ],
    [
      'with the fields it asks for',
      { event: 'product-viewed', where: { sku: 'B2' } },
      [viewed('A1', 2_000), viewed('B2', 3_000)],
      3_000,
    ],
    ['not with others', { event: 'product-viewed', where: { sku: 'C3' } }, [viewed('A1', 2_000)], Infinity],
    ['on its page', { pages: ['/cart', '/shop/*'] }, [], OPENED],
    ['not on others', { pages: ['/cart', '/shop'] }, [], Infinity],
    [
      'not on others, however many stars it takes to say so',
      { pages: [`/${'*'.repeat(40)}!`] },
      [],
      Infinity,
    ],
    ['where a pattern is no more than that', { pages: ['/shop/.*'] }, [], Infinity],
    ['where what stands at its ends is there twice', { pages: ['/s*s?*=*2'] }, [], OPENED],
    ['not where its ends are the same letters', { pages: ['/shop/mugs?page=2*2'] }, [], Infinity],
  ])('%s', (_, rule, done, at) => {
    expect(setup(done).dueAt(message(rule))).toBe(at);
  });

  it('not on others, however many ways there are to lay its pattern out', () => {
    history.replaceState(null, '', `/${'a'.repeat(200)}`);

    expect(setup().dueAt(message({ pages: [`/${'*a'.repeat(40)}!`] }))).toBe(Infinity);
    expect(setup().dueAt(message({ pages: [`/${'*a'.repeat(40)}`] }))).toBe(OPENED);
  });

  it('at once, where the clock was set back to before what it waits for', () => {
    expect(setup([], 900).dueAt(message({ after: 5 }))).toBe(0);
    expect(setup([viewed('A1', 2_000)], 900).dueAt(message({ event: 'product-viewed' }))).toBe(0);
  });

  it('never by itself, where it waits for an event that it does not name', () => {
    expect(setup([viewed('A1', 2_000)]).dueAt(message({}, 'event'))).toBe(Infinity);
  });

  it('once in a session of the tab, also on the next page', () => {
    const first = setup();
    expect(first.dueAt(message({ once: 'session' }))).toBe(OPENED);
    first.take(message({ once: 'session' }));
    expect(first.dueAt(message({ once: 'session' }))).toBe(Infinity);

    const next = setup();

    expect(next.dueAt(message({ once: 'session' }))).toBe(Infinity);
    expect(next.dueAt(message({}))).toBe(OPENED);
    next.forget();
    expect(next.dueAt(message({ once: 'session' }))).toBe(OPENED);
  });

  it('once on a page', () => {
    const { dueAt, take } = setup();
    take(message({ once: 'page' }));
    expect(dueAt(message({ once: 'page' }))).toBe(Infinity);

    history.replaceState(null, '', '/cart');

    expect(dueAt(message({ once: 'page' }))).toBe(OPENED);
  });
});

describe('a rule', () => {
  it.each([
    ['is no object', 'product-viewed'],
    ['has a name that means nothing', { events: 'a' }],
    ['names no event', { event: '' }],
    ['asks for fields of fields', { event: 'a', where: { b: { c: 1 } } }],
    ['waits for no time', { after: 'soon' }],
    ['names pages by one text', { pages: '/cart' }],
    ['comes once in a while', { once: 'week' }],
    ['has a name of the prototype', JSON.parse('{"__proto__": 1}')],
    ['has a method', { constructor: 1 }],
  ])('that %s cannot be read, and its message never comes', (_, show) => {
    expect(ruleOf(message(show, 'event'))).toBeUndefined();
    expect(setup([viewed('A1', 1)]).dueAt(message(show, 'immediate'))).toBe(Infinity);
  });

  it('is empty where a message has none', () => {
    expect(ruleOf({ messageId: 'a', jsonOnly: false })).toEqual({});
    expect(ruleOf({ messageId: 'a', jsonOnly: false, customPayload: { tidings: 7 } })).toEqual({});
  });
});
