// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inboxElement } from '../../src/in-app/inbox/inbox-element.js';

/** Whether an inbox was on the page, each time that it said so. */
const placed: boolean[] = [];
customElements.define(
  'tidings-inbox',
  inboxElement(({ isConnected }) => void placed.push(isConnected)),
);

describe('<tidings-inbox>', () => {
  it('comes to its place anew where it is for another project, and only while it is on the page', () => {
    const element = document.createElement('tidings-inbox');
    element.setAttribute('project', 'first');
    expect(placed).not.toContain(true);

    document.body.append(element);
    placed.length = 0;
    element.setAttribute('project', 'second');
    expect(placed).toEqual([true]);
    element.setAttribute('page-size', '10');
    expect(placed).toEqual([true]);

    element.remove();
    expect(placed).toEqual([true, false]);
  });

  it('has the attributes that `custom-elements.json` and the frameworks know of', () => {
    const root = join(import.meta.dirname, '../..');
    const manifest = readFileSync(join(root, 'custom-elements.json'), 'utf8');
    const source = readFileSync(join(root, 'src/in-app/inbox/inbox-source.ts'), 'utf8');
    const [, attributes = ''] = /interface InboxAttributes \{([^}]*)\}/.exec(source) ?? [];
    const names = [...attributes.matchAll(/^ {2}'?([\w-]+)'?\?:/gm)].map(([, name]) => name);

    expect(names).toEqual(['filters', 'page-size', 'project']);
    for (const name of names) expect(manifest).toContain(`"name": "${name ?? ''}"`);
  });
});
