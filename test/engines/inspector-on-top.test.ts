import { expect, it } from 'vitest';
import { inEveryEngine } from './harness/harness.js';
import { lookIn } from './look-in.js';
import { createVisitor } from './visitor.js';

/** What a page may do to its root, each of which moves what is fixed in it. */
const styles = ['transform: scale(1)', 'contain: paint'];

inEveryEngine('the inspector, on a page of its own ways', (setScene) => {
  it.each(styles)('stands in the corner of the window: %s', async (style) => {
    const visitor = await createVisitor();
    const html = visitor.pageOf({
      head: `${lookIn()}<style>html { ${style} } body { min-height: 5000px }</style>`,
      body: '',
      name: 'startInApp',
      script: `const { startInspector } = await import('tidings/inspector');
        startInspector(client, { isOpen: false });`,
    });
    const { open } = await setScene({ service: visitor.service, pages: { '/': html } });
    const page = await open();
    await page.waitUntil('globalThis.isReady');

    const found = await page.evaluate(
      () => document.elementFromPoint(innerWidth - 40, innerHeight - 30)?.localName,
    );

    expect(found).toBe('tidings-inspector');
    expect(await page.errors()).toEqual([]);
  });
});
