import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkOf, type LinkHandling } from '../../src/host/links.js';

const rules = (handleLinks: LinkHandling = 'page') => ({
  base: 'https://shop.example.com/sale/',
  handleLinks,
  schemes: ['tidings'],
});

describe('a link', () => {
  it.each([
    [
      'https://shop.example.com/a',
      null,
      'page',
      { does: 'open', url: 'https://shop.example.com/a', isNewTab: false },
    ],
    [
      'mugs?x=1',
      null,
      'page',
      { does: 'open', url: 'https://shop.example.com/sale/mugs?x=1', isNewTab: false },
    ],
    [
      '//other.example/a',
      null,
      'external-new-tab',
      { does: 'open', url: 'https://other.example/a', isNewTab: true },
    ],
    ['/a', null, 'external-new-tab', { does: 'open', url: 'https://shop.example.com/a', isNewTab: false }],
    ['/a', null, 'new-tab', { does: 'open', url: 'https://shop.example.com/a', isNewTab: true }],
    ['/a', '_blank', 'page', { does: 'open', url: 'https://shop.example.com/a', isNewTab: true }],
    [
      'mailto:ada@example.com',
      '_blank',
      'new-tab',
      { does: 'open', url: 'mailto:ada@example.com', isNewTab: false },
    ],
    ['action://welcome', null, 'page', { does: 'action', name: 'welcome', url: 'action://welcome' }],
    ['tidings://dismiss', null, 'page', { does: 'dismiss', url: 'tidings://dismiss' }],
    ['Tidings://delete', null, 'page', { does: 'delete', url: 'Tidings://delete' }],
    ['tidings://other', null, 'page', { does: 'refuse', url: 'tidings://other' }],
  ] as const)('to %s with the target %s, links %s', (href, target, handling, link) => {
    expect(linkOf(href, target, rules(handling))).toEqual(link);
  });

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://shop.example.com/1',
    'file:///etc/passwd',
    'filesystem:https://shop.example.com/x',
    'about:blank',
    'intent://x#Intent;end',
    'ws://x',
    'ftp://x/y',
    'view-source:https://x',
  ])('to %j is refused', (href) => {
    expect(linkOf(href, null, rules())).toMatchObject({ does: 'refuse' });
  });

  it('never opens what is not of the web, a mail, a call or a text', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('javascript:', 'data:', 'blob:', 'x:', ''), (text, scheme) => {
        const link = linkOf(scheme + text, null, rules());
        if (link.does === 'open') expect(new URL(link.url).protocol).toMatch(/^(https?|mailto|tel|sms):$/);
      }),
    );
  });
});
