import { expect, it } from 'vitest';
import { inEveryEngine } from './harness/harness.js';
import { lines, lookIn } from './look-in.js';
import { createVisitor } from './visitor.js';

/** A page of two projects, with an inspector of the second. Its own placement stands in a shadow tree. */
async function createPage() {
  const { emulator, service, pageOf, send } = await createVisitor();
  const html = pageOf({
    head: lookIn(),
    body: '<tidings-placement placement-id="808"></tidings-placement><section></section>',
    name: 'startEmbedded',
    script: `
      const { startInspector } = await import('tidings/inspector');
      document.querySelector('section').attachShadow({ mode: 'open' }).innerHTML =
        '<tidings-placement placement-id="909" project="second"></tidings-placement>';
      const second = createClient({
        apiKey: '${emulator.keys.web}', baseUrl: location.origin + '/second', project: 'second',
        getToken: async (who) => (await fetch('/token?email=' + who.email)).text(),
      });
      startEmbedded(client);
      startEmbedded(second);
      startInspector(second);
      await second.identify({ email: 'ada@example.com' });`,
  });
  const asked: string[] = [];
  return {
    send,
    asked,
    pages: { '/': html },
    service(request: Request) {
      const url = new URL(request.url);
      if (url.pathname.startsWith('/second') && url.pathname.endsWith('/messages'))
        asked.push(...url.searchParams.getAll('placementId'));
      return service(new Request(request.url.replace('/second', ''), request));
    },
  };
}

inEveryEngine('the inspector of one project', (setScene) => {
  it('finds its placements in shadow trees, and has the service asked for none of another’s', async () => {
    const { send, asked, ...site } = await createPage();
    await send({ channel: 'embedded', placementId: 909, title: 'Free shipping', body: 'Today.', url: '' });
    const { open } = await setScene(site);
    const page = await open();

    await expect
      .poll(() => lines(page, 'Placements'))
      .toEqual([': Placement 808 empty', 'good: Placement 909 1 message Free shipping']);
    expect(new Set(asked)).toEqual(new Set(['909']));
    expect(await page.evaluate('said')).toEqual([]);
  });
});
