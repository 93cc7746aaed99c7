import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkTemplate, render, renderStatic } from '../../../src/emulator/rendering/rendering.js';
import type { Service } from '../../../src/emulator/state/service.js';
import { createTables } from '../../../src/emulator/state/tables.js';
import { setup } from '../support/content.js';

/** Renders a template by previewing an email that has it. */
async function preview(html: string, dataFields: Record<string, unknown> = {}, snippets: object = {}) {
  const { admin, template } = setup();
  for (const [name, content] of Object.entries(snippets) as [string, string][]) {
    await admin.snippets.create({ name, content });
  }
  return admin.templates.email.preview({ templateId: await template(html), dataFields });
}

describe('rendering at send', () => {
  it.each([
    ['Hello {{name}}', 'Hello Ada &amp; Co'],
    ['Hello {{{name}}}', 'Hello Ada & Co'],
    ['{{address.city}}', 'Turin'],
    ['{{#if vip}}VIP{{else}}guest{{/if}}', 'guest'],
    ['{{#each items}}{{@index}}{{sku}} {{/each}}', '0A 1B '],
    ['{{items.length}} {{items.1.sku}}', '2 B'],
    ['{{missing}}|{{missing.more}}', '|'],
    ['no template }} at all', 'no template }} at all'],
  ])('%s gives %s', async (html, expected) => {
    const fields = { name: 'Ada & Co', address: { city: 'Turin' }, items: [{ sku: 'A' }, { sku: 'B' }] };
    expect(await preview(html, fields)).toBe(expected);
  });

  it('puts snippets in, with the fields of the page and those passed to them', async () => {
    const snippets = { 'my footer': '<p>{{greeting}}, {{name}}</p>' };
    expect(await preview('{{{snippet "my footer" greeting="Bye"}}}', { name: 'Ada' }, snippets)).toBe(
      '<p>Bye, Ada</p>',
    );
    expect(await preview('{{snippet "my footer"}}', { name: 'Ada' }, snippets)).toContain('&lt;p&gt;');
  });

  it('embeds a catalog collection: the items of the catalog of that name (Catalogs)', async () => {
    const { admin, template } = setup();
    await admin.catalogs.create({ catalogName: 'teas' });
    const html =
      'Teas:{{#catalogCollection "Teas" as |teas|}}{{#each teas}} {{name}} for {{../who}}{{/each}}{{/catalogCollection}}';
    const templateId = await template(html);
    const shown = () => admin.templates.email.preview({ templateId, dataFields: { who: 'Ada' } });

    expect(await shown()).toBe('Teas:');
    await admin.catalogs.items.upload({
      catalogName: 'teas',
      documents: { a: { name: 'Assam' }, b: { name: 'Bai Mudan' } },
      replaceUploadedFieldsOnly: false,
    });
    expect(await shown()).toBe('Teas: Assam for Ada Bai Mudan for Ada');
  });

  it('looks up one item of a catalog, and a value of the metadata store (Catalogs, Metadata store)', async () => {
    const { admin, template } = setup();
    await admin.catalogs.create({ catalogName: 'teas' });
    await admin.catalogs.items.replace({ catalogName: 'teas', itemId: 'a', value: { name: 'Assam' } });
    await admin.metadata.put({ table: 'prices', key: 'a', value: { euro: 4 } });
    const item = '{{#catalog "Teas" sku as |tea|}}{{tea.name}} for {{who}}{{else}}no tea{{/catalog}}';
    const value = '{{#metadata "prices" sku as |price|}}, {{price.euro}} euro{{/metadata}}';
    const templateId = await template(item + value);
    const shown = (sku: string) =>
      admin.templates.email.preview({ templateId, dataFields: { sku, who: 'Ada' } });

    expect(await shown('a')).toBe('Assam for Ada, 4 euro');
    expect(await shown('b')).toBe('no tea');
  });

  it('leaves fields alone that are called as those helpers are', async () => {
    const html = '{{catalog}} {{metadata.a}} {{#catalog}}yes{{/catalog}}{{#each metadata}} {{this}}{{/each}}';
    expect(await preview(html, { catalog: 'Mugs', metadata: { a: 1 } })).toBe('Mugs 1 yes 1');
  });

  it.each([
    ['{{#catalog "gone" "a" as |item|}}{{/catalog}}', 'no catalog "gone"'],
    ['{{#metadata "gone" "a" as |item|}}{{/metadata}}', 'no metadata table "gone"'],
    ['{{#catalog "gone" as |item|}}{{/catalog}}', '`catalog` is a block'],
  ])('refuses %s', async (html, reason) => {
    await expect(preview(html)).rejects.toThrow(reason);
  });

  it.each([
    ['{{#catalogCollection "gone" as |items|}}{{/catalogCollection}}', 'no catalog collection "gone"'],
    ['{{#catalogCollection}}{{/catalogCollection}}', 'no catalog collection'],
    ['{{catalogCollection "gone"}}', 'no catalog collection "gone"'],
    ['{{{snippet "gone"}}}', 'no snippet "gone"'],
    ['{{{snippet}}}', 'no snippet'],
    ['{{{snippet "loop"}}}', 'more than 10 deep'],
    ['{{unknownHelper 1}}', 'unknownHelper'],
    ['{{log "noise" 1}}', 'log'],
  ])('refuses %s with a reason', async (html, reason) => {
    await expect(preview(html, {}, { loop: '{{{snippet "loop"}}}' })).rejects.toMatchObject({
      status: 400,
      body: { code: 'BadParams', msg: expect.stringContaining(reason) as string },
    });
  });

  it.each([
    '{{constructor}}',
    '{{#with items}}{{constructor}}{{/with}}',
    '{{lookup . "__proto__"}}',
    '{{toString}}',
  ])('does not let %s reach a prototype', async (html) => {
    expect(await preview(html, { items: [1] })).toBe('');
  });

  it.each([
    '{{name.constructor.constructor "return 1"}}',
    '{{#with (lookup items "constructor")}}{{lookup . "prototype"}}{{/with}}',
    '{{__defineGetter__ "a" name}}',
    '{{#each items.__proto__}}x{{/each}}',
  ])('does not let %s run or tell anything', async (html) => {
    const answer = await preview(html, { items: [1], name: 'Ada' }).catch((error: unknown) => error);
    if (answer instanceof Error) expect(answer).toMatchObject({ status: 400 });
    else expect(answer).toBe('');
  });

  it.each([
    '{{> constructor}}',
    '{{> (lookup . "name")}}',
    '{{#> layout}}x{{/layout}}',
    '{{#*inline "a"}}x{{/inline}}',
  ])('takes no partials or decorators: %s', async (html) => {
    await expect(preview(html)).rejects.toThrow('not supported');
  });
});

describe('checkTemplate', () => {
  it.each(['{{#if a}}', '{{/if}}', '{{name', '{{#each a}}{{/if}}', '{{}}'])(
    'refuses %s, naming the field',
    (text) => {
      expect(() => checkTemplate(text, 'subject')).toThrow(/^`subject`: this is no valid template: /);
    },
  );

  it('throws nothing but refusals, whatever the text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '{{',
        '}}',
        '{{{',
        '}}}',
        '#if ',
        '/if',
        'else',
        '"',
        '(',
        ')',
        '../',
        '@root',
        ' as |a|',
        '!--',
      ),
      fc.string(),
    );
    const service = { tables: createTables() } as Service; // Rendering asks for nothing else.
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        try {
          expect(typeof render(service, { text: pieces.join(''), isHtml: true }, {})).toBe('string');
        } catch (error) {
          expect((error as Error).name).toBe('Refusal');
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('rendering at creation', () => {
  it.each([
    ['[[city]] and [[ city ]]', 'Turin &amp; and Turin &amp;'],
    ['[[[city]]]', 'Turin &'],
    ['[[address.zip]] [[isOpen]]', '7 false'],
    ['{{city}} [[city]]', '{{city}} Turin &amp;'],
    ['[[unknown]] [[constructor]] [[city.length]]', '[[unknown]] [[constructor]] [[city.length]]'],
    ['[[1,2],[3,4]] <!--[if mso]>', '[[1,2],[3,4]] <!--[if mso]>'],
  ])('%s gives %s', (text, expected) => {
    expect(
      renderStatic({ text, isHtml: true }, { city: 'Turin &', address: { zip: 7 }, isOpen: false }),
    ).toBe(expected);
  });

  it('escapes HTML only, and no subject', async () => {
    const { admin, messages } = setup();
    const { templateIds } = await admin.templates.email.upsert({
      clientTemplateId: 'a',
      subject: '[[city]]',
      html: '[[city]]',
    });
    const dataFields = { city: 'Turin & Rome' };
    const [templateId = NaN] = templateIds;
    const { campaignId } = await admin.campaigns.create({ name: 'a', templateId, dataFields });
    await admin.campaigns.activateTriggered({ campaignId });
    await admin.users.update({ email: 'ada@example.com' });

    await admin.email.target({ campaignId, recipientEmail: 'ada@example.com' });

    expect(messages()[0]?.content).toMatchObject({ subject: 'Turin & Rome', html: 'Turin &amp; Rome' });
  });
});
