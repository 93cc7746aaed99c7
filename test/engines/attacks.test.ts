import { describe, expect, it } from 'vitest';
import { gathered, type Attack } from './attacks/attack.js';
import { clobbering } from './attacks/clobbering.js';
import { documents } from './attacks/documents.js';
import { forms } from './attacks/forms.js';
import { forgeries } from './attacks/forgeries.js';
import { handlers, listeners } from './attacks/handlers.js';
import { deep, floods, large, lies } from './attacks/lies.js';
import { CLICKABLE, links, openers } from './attacks/links.js';
import { looks } from './attacks/looks.js';
import { openRange, strict } from './attacks/range.js';
import { scripts } from './attacks/scripts.js';
import { refusedButtons, views } from './attacks/views.js';
import { inEveryEngine } from './harness/harness.js';
import { shareOf } from './harness/share.js';
import { inWords } from './in-words.js';

/*
 * The attack corpus shows that no message can run script, read what is the page's, or take the visitor anywhere they
 * did not choose to go. To add an attack, add an entry to the list of its kind in `attacks/`.
 */

/** How many messages are shown at the same time. */
const LANES = 6;
/** How many rounds of them are shown on one page. */
const ROUNDS = 8;
/** How many links of one message are clicked: as many as can be seen, since WebKit scrolls to none in a frame. */
const AT_HAND = 8;

const ofForm = (attacks: Attack[], form: string) =>
  attacks.filter(({ name }) => name.startsWith(`${form}: `));

/** Deals attacks out to projects, and gives the rounds in which one of each is shown. */
function dealt(attacks: Attack[]) {
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    attacks.filter((_, index) => index % LANES === lane),
  );
  const rounds = (lanes[0] ?? []).map((_, round) => lanes.map((lane) => lane[round]?.name ?? ''));
  return { attacks: Object.fromEntries(lanes.map((lane, index) => [`lane-${index}`, lane])), rounds };
}

/** Attacks in groups of at most some size. */
function groupsOf(attacks: Attack[], size: number): Attack[][] {
  return Array.from({ length: Math.ceil(attacks.length / size) }, (_, index) =>
    attacks.slice(index * size, (index + 1) * size),
  );
}

/** Sends every event that an element has a handler for; runs in the frame of a message. */
function sendEvents() {
  for (const element of document.querySelectorAll('*')) {
    for (const name of element.getAttributeNames().filter((name) => name.startsWith('on'))) {
      const type = name.slice(2);
      element.dispatchEvent(new Event(type));
      if (element === document.body && type !== 'message') dispatchEvent(new Event(type));
    }
  }
}

/** Clicks everything; runs in the frame of a message. */
function clickAll(selector: string) {
  for (const element of document.querySelectorAll(selector))
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }));
}

/** Answers all that a view asks, and sends it; runs in the page. */
function sendView() {
  const view = document.querySelector('tidings-message')?.shadowRoot?.querySelector('dialog > div');
  const find = <Found extends Element>(selector: string) => [
    ...(view?.shadowRoot?.querySelectorAll<Found>(selector) ?? []),
  ];
  for (const input of find<HTMLInputElement>('input')) {
    if (input.type === 'radio') input.checked = true;
    else input.value = '<img src=x: onerror=alert()>';
  }
  find<HTMLElement>('button[type=submit]')[0]?.click();
}

describe('the corpus', () => {
  it('has four hundred hostile messages at least', () => {
    const all = [
      ...[scripts, documents, looks, handlers, listeners, clobbering, forms, links, openers].flat(),
      ...[views, refusedButtons, floods, Object.values(lies).flat()].flat(),
    ];

    expect(new Set(all.map(({ name }) => name)).size).toBeGreaterThanOrEqual(400);
  });
});

inEveryEngine('a hostile message', (setScene, engine) => {
  describe.each([
    { on: 'a page', policy: '', corpus: [scripts, documents, looks, handlers, clobbering] },
    { on: 'a strict page', policy: strict, corpus: [scripts, handlers] },
  ])('on $on', ({ policy, corpus }) => {
    const parts = groupsOf(shareOf(engine, corpus.flat()), LANES * ROUNDS).map((part, index) => ({
      number: index + 1,
      part,
    }));

    it.each(parts)('runs nothing and takes nothing, part $number', async ({ part }) => {
      const { attacks, rounds } = dealt(part);
      const { page, harm } = await openRange(setScene, { attacks, policy, cspNonce: 'n' });

      for (const round of rounds) await page.evaluate((ids: string[]) => range.show(ids), round);

      const said = await page.evaluate(() => range.said);
      expect({ harm: await harm(), said }).toEqual({ harm: [], said: [] });
      await page.click('#buy');
      expect(await page.evaluate(() => range.said)).toEqual(['bought']);
    });
  });

  it.each([{ policy: '' }, { policy: strict }])(
    'hears no event, with the policy `$policy`',
    async ({ policy }) => {
      const attacks = { shop: [gathered('listeners', listeners)] };
      const { page, harm } = await openRange(setScene, { attacks, policy, cspNonce: 'n' });
      await page.evaluate(() => range.show(['listeners']));
      expect(
        await page.frame('iframe').evaluate(() => document.querySelectorAll('p').length),
      ).toBeGreaterThan(100);

      await page.frame('iframe').evaluate(sendEvents);

      expect(await page.frame('iframe').evaluate(() => self.origin)).toBe('null');
      expect(await harm()).toEqual([]);
    },
  );

  it('leads nowhere by a link that is refused', async () => {
    const real = groupsOf(shareOf(engine, ofForm(links, 'link')), AT_HAND);
    const some = real.map((group, index) => gathered(`real ${index}`, group));
    const attacks = { shop: [gathered('all', links), ...some] };
    const { page, harm, openings } = await openRange(setScene, { attacks, cspNonce: 'n' });
    await page.evaluate(() => range.show(['all']));
    await page.frame('iframe').click('h1');
    await page.frame('iframe').evaluate(clickAll, CLICKABLE);
    const refused: string[] = [];
    for (const [number, group] of real.entries()) {
      await page.evaluate((name: string) => range.show([name]), `real ${number}`);
      for (const index of group.keys()) {
        await page.frame('iframe').click(`div:nth-of-type(${index + 1}) a`);
        refused.push(`real ${number}: A message has a link that is refused: its scheme is not allowed`);
      }
      await page.waitUntil((count: number) => range.said.length === count, refused.length);
    }

    const { said, opened } = await page.evaluate(() => ({ said: range.said, opened: range.opened }));
    expect(said.map(inWords)).toEqual(refused);
    expect({ harm: await harm(), opened, openings }).toEqual({ harm: [], opened: [], openings: [] });
  });

  it('leads nowhere but where its links say', async () => {
    const { page, harm, openings } = await openRange(setScene, { attacks: { shop: openers }, cspNonce: 'n' });
    for (const { name } of openers) {
      await page.evaluate((name: string) => range.show([name]), name);
      await page.frame('iframe').click(CLICKABLE);
    }

    expect({ harm: await harm(), openings }).toEqual({
      harm: [],
      openings: ['opener-animated-link-that-leads-away', 'opener-animated-target'],
    });
  });

  it('leads nowhere by a link that is refused, on a page that forbids its script', async () => {
    const some = shareOf(
      engine,
      links.filter((_, index) => index % 4 === 0),
    );
    const { page, harm } = await openRange(setScene, {
      attacks: { shop: [gathered('all', some)] },
      policy: strict,
    });
    await page.evaluate(() => range.show(['all']));

    for (let key = 0; key < some.length; key++) {
      await page.press('Tab');
      await page.press('Enter');
    }

    expect(await harm()).toEqual([]);
  });

  it('leads to new tabs alone, on a page that forbids its script', async () => {
    const some = [...new Set([...openers.slice(0, 1), ...shareOf(engine, openers)])];
    const attacks = { shop: some };
    const { page, harm, openings } = await openRange(setScene, { attacks, policy: strict });
    for (const { name } of some) {
      await page.evaluate((name: string) => range.show([name]), name);
      await page.press('Tab');
      await page.press('Enter');
    }

    expect(await harm()).toEqual([]);
    // The Tab of WebKit for GTK does not stop at links.
    if (engine.name !== 'webkit') expect(openings).toContain('opener-link-to-the-top');
  });

  it('takes nothing by a form that is sent, and nowhere', async () => {
    const some = shareOf(engine, forms);
    const { page, harm, openings } = await openRange(setScene, { attacks: { shop: some }, cspNonce: 'n' });
    for (const [index, { name }] of some.entries()) {
      await page.evaluate((name: string) => range.show([name]), name);
      await page.frame('iframe').click('.go');
      await page.waitUntil((count: number) => range.sent.length === count, index + 1);
    }

    const { said, sent } = await page.evaluate(() => ({ said: range.said, sent: range.sent }));
    // Of a link that is refused, where a form has one.
    const others = said.map(inWords).filter((line) => !line.includes('has a link that is refused'));
    expect({ others, harm: await harm(), openings }).toEqual({ others: [], harm: [], openings: [] });
    expect(JSON.stringify(sent).length).toBeLessThan(some.length * 5_000);
  });

  it('runs nothing and takes nothing from its fields alone', async () => {
    const some = shareOf(engine, views);
    const { page, harm, openings } = await openRange(setScene, { attacks: { shop: some } });
    for (const { name } of some) {
      await page.evaluate((name: string) => range.show([name]), name);
      await page.evaluate(sendView);
    }

    const said = await page.evaluate(() => range.said);
    expect({ said, harm: await harm(), openings }).toEqual({ said: [], harm: [], openings: [] });
  });

  it('leads nowhere by a button that is refused', async () => {
    const some = shareOf(engine, refusedButtons);
    const { page, harm, openings } = await openRange(setScene, { attacks: { shop: some }, policy: strict });
    for (const { name } of some) {
      await page.evaluate((name: string) => range.show([name]), name);
      await page.click('.button');
    }

    const { said, opened } = await page.evaluate(() => ({ said: range.said, opened: range.opened }));
    expect(said.map(inWords)).toEqual(
      some.map(({ name }) => `${name}: A message has a link that is refused: its scheme is not allowed`),
    );
    expect({ harm: await harm(), opened, openings }).toEqual({ harm: [], opened: [], openings: [] });
  });

  it('lies in vain', async () => {
    const last = (lane: string) => ({ name: `after ${lane}`, html: `<h1>after ${lane}</h1>` });
    const { attacks: lanes } = dealt([...shareOf(engine, Object.values(lies).flat()), deep, large]);
    const attacks = Object.fromEntries(
      Object.entries(lanes).map(([lane, told]) => [lane, [...told, last(lane)]]),
    );
    const { page, harm } = await openRange(setScene, {
      attacks,
      cspNonce: 'n',
      isAutomatic: true,
      isClosing: true,
    });
    const awaited = Object.keys(attacks).map((lane) => last(lane).name);
    await page.waitUntil((awaited: string[]) => range.areSeen(awaited), awaited);

    const said = await page.evaluate(() => range.said);
    expect({
      said: said.map(inWords).filter((line) => !/delivered|left out/.test(line)),
      harm: await harm(),
    }).toEqual({ said: [], harm: [] });
  });

  it.each(shareOf(engine, floods))('does not choke the page: $name', async (flood) => {
    const { page, harm } = await openRange(setScene, { attacks: { shop: [flood] }, cspNonce: 'n' });

    await page.evaluate((name: string) => range.show([name]), flood.name);

    const said = await page.evaluate(() => range.said);
    expect({ said, harm: await harm() }).toEqual({ said: [], harm: [] });
  });

  it('does no harm by what is said in its name', async () => {
    const some = shareOf(engine, Object.entries<unknown>(forgeries));
    const attacks = { shop: some.map(([name]) => ({ name, html: `<h1>${name}</h1>` })) };
    const { page, harm } = await openRange(setScene, { attacks, cspNonce: 'n' });
    for (const [name, said] of some) {
      const forge = async (name: string, said: unknown) => {
        await range.show([name]);
        range.forge(said);
      };
      await page.evaluate(forge, name, said);
    }

    const opened = await page.evaluate(() => range.opened);
    expect({ harm: await harm(), opened }).toEqual({ harm: [], opened: [] });
  });
});

/** The page's own name, for functions that run in it. */
declare const range: Window['range'];
