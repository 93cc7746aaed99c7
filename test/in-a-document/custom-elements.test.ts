// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EmbeddedMessage } from '../../src/api/models/embedded.js';
import type { InAppMessage } from '../../src/api/models/in-app.js';
import type { Actions } from '../../src/embedded/display/actions.js';
import { createList } from '../../src/embedded/display/message-list.js';
import { placementElement } from '../../src/embedded/elements/placement-element.js';
import { createRoom } from '../../src/embedded/elements/room.js';
import { keepContent } from '../../src/embedded/display/placement-content.js';
import type { State } from '../../src/embedded/placements/messages.js';
import { inboxElement } from '../../src/in-app/inbox/inbox-element.js';
import type { Inbox } from '../../src/in-app/inbox/inbox.js';
import { textsOf } from '../../src/in-app/texts.js';
import { createPanel } from '../../src/push/prompt/panel.js';
import { sources } from '../support/sources.js';
import { until } from '../support/until.js';

interface Named {
  name: string;
  attribute?: string;
  fieldName?: string;
}
interface Declaration {
  name: string;
  tagName: string;
  attributes?: Named[];
  members?: Named[];
  slots: Named[];
  cssParts: Named[];
  cssProperties: Named[];
}
interface Manifest {
  modules: { path: string; declarations: Declaration[]; exports: { name: string }[] }[];
}

const ROOT = join(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(ROOT, 'custom-elements.json'), 'utf8')) as Manifest;

const declarationOf = (tag: string) =>
  manifest.modules.flatMap(({ declarations }) => declarations).find(({ tagName }) => tagName === tag) ??
  expect.fail(`Nothing is said of ${tag}`);
const namesOf = (all: Named[] = []) => all.map(({ name }) => name).sort();
const unique = (names: Iterable<string>) => [...new Set(names)].sort();

/** The custom properties that the styles of some sources use. */
const propertiesIn = (paths: RegExp) =>
  unique(
    sources
      .filter(({ path }) => paths.test(path))
      .flatMap(({ text }) => text.match(/(?<=var\()--tidings-[\w-]+/g) ?? []),
  );

/** The parts in a root. */
const partsIn = (root: ParentNode) =>
  unique([...root.querySelectorAll('[part]')].flatMap((one) => (one.getAttribute('part') ?? '').split(' ')));

const nothing = () => undefined;

const Placement = placementElement(nothing);
customElements.define('tidings-placement', Placement);
const Inbox = inboxElement(nothing);
customElements.define('tidings-inbox', Inbox);

/** A message with all that one can have. */
const message: EmbeddedMessage = {
  metadata: { messageId: 'a', placementId: 1 },
  elements: {
    title: 'Hello',
    body: 'Ada',
    mediaUrl: '/hills.png',
    buttons: [{ id: 'b', title: 'Join', action: { type: 'action://join' } }],
  },
};

/** The slot that a placement shows in a state. */
function slotIn(state: State): string {
  const element = new Placement();
  element.placementId = '1';
  document.body.append(element);
  const messages = { hold: () => nothing, of: () => [], stateOf: () => state, onChange: () => nothing };
  const list = () => ({ write: nothing, close: nothing });
  const host = { project: 'shop' };
  const parts = { messages, list, report: nothing };
  element.fill({ host, show: (one) => keepContent(one, createRoom(one), parts) });
  return element.shadowRoot?.querySelector('slot')?.name ?? '';
}

describe('what `custom-elements.json` says of `<tidings-placement>`', () => {
  const said = declarationOf('tidings-placement');

  it('is where it is, and what it is called', () => {
    const paths = manifest.modules.map(({ path }) => path.replace(/^dist\/(.+)\.js$/, '$1.ts'));

    expect(paths.filter((path) => !sources.some((source) => source.path === path))).toEqual([]);
    expect(manifest.modules.map(({ exports }) => namesOf(exports))).toEqual([
      ['tidings-placement'],
      ['tidings-inbox'],
      ['tidings-push-bell', 'tidings-push-prompt'],
    ]);
  });

  it('are its attributes, which its properties reflect', () => {
    const { observedAttributes } = Placement as unknown as { observedAttributes: string[] };
    const reflected = said.members?.filter(({ attribute }) => attribute) ?? [];

    expect(namesOf(said.attributes)).toEqual(observedAttributes.toSorted());
    expect(reflected.map(({ attribute, name }) => [attribute, name])).toEqual(
      said.attributes?.map(({ name, fieldName }) => [name, fieldName]),
    );
  });

  it('are its properties', () => {
    const own: string[] = [];
    for (
      let type: unknown = Placement.prototype;
      type !== HTMLElement.prototype;
      type = Object.getPrototypeOf(type)
    ) {
      const found = Object.entries(Object.getOwnPropertyDescriptors(type as object));
      own.push(...found.filter(([, { set }]) => set).map(([name]) => name));
    }

    expect(namesOf(said.members)).toEqual(own.sort());
  });

  it('are its slots', () => {
    expect(namesOf(said.slots)).toEqual(
      ['message', ...(['loading', 'ready', 'failed'] as const).map(slotIn)].sort(),
    );
  });

  it('are the parts of a message that has everything', () => {
    const element = new Placement();
    const root = element.attachShadow({ mode: 'open' });
    const actions = { of: () => ({ url: '/' }) } as unknown as Actions;
    createList(root, element, { actions, watch: () => nothing, report: nothing }).write([message]);

    expect(namesOf(said.cssParts)).toEqual(partsIn(root));
  });

  it('are the custom properties of its style', () => {
    expect(namesOf(said.cssProperties)).toEqual(propertiesIn(/^embedded\/(elements|display)\//));
  });
});

describe('what `custom-elements.json` says of `<tidings-inbox>`', () => {
  const said = declarationOf('tidings-inbox');

  /** An inbox in the page, with these messages. */
  async function listInbox(messages: Partial<InAppMessage>[], isLoaded = true) {
    const element = new Inbox();
    const inbox = {
      ...{ messages, isLoaded, remove: () => new Promise(nothing) },
      subscribe: (listen: (inbox: unknown) => void) => listen(inbox),
    };
    element.fill({
      inbox: inbox as unknown as Inbox,
      texts: textsOf(),
      host: { report: nothing, project: 'shop' },
      now: () => 0,
    });
    return until(() => {
      const root = element.shadowRoot ?? expect.fail('It shows nothing');
      expect(root.querySelector('section')).toBeTruthy();
      return root;
    });
  }

  it('are its slots', async () => {
    const roots = await Promise.all([listInbox([]), listInbox([], false)]);
    const slots = roots.map((root) => root.querySelector('slot')?.name ?? '');

    expect(namesOf(said.slots)).toEqual(slots.sort());
  });

  it('are its parts', async () => {
    const root = await listInbox([
      { messageId: 'a', createdAt: 0, inboxMetadata: { icon: '/icon.png' } },
      { messageId: 'b' },
    ]);
    root.querySelector<HTMLElement>('li:last-child .remove')?.click();

    expect(namesOf(said.cssParts)).toEqual(partsIn(root));
  });

  it('are the custom properties of its style', () => {
    expect(namesOf(said.cssProperties)).toEqual(propertiesIn(/^in-app\/inbox\//));
  });
});

describe.each(['tidings-push-prompt', 'tidings-push-bell'])(
  'what `custom-elements.json` says of `<%s>`',
  (tag) => {
    const said = declarationOf(tag);
    const ofButton = tag.endsWith('bell') ? ['bell', 'blocked', 'off', 'on'] : [];

    it('are its parts', () => {
      const element = document.createElement('div');
      const panel = createPanel(element);
      panel.write({
        ...{
          title: 'a',
          body: 'b',
          isAsking: true,
          legend: 'c',
          boxes: [{ id: 1, name: 'd', isTicked: true }],
        },
        buttons: ['yes', 'later'].map((word) => [word, word, nothing]),
      });
      panel.say('e');

      expect(namesOf(said.cssParts)).toEqual(
        [...partsIn(element.shadowRoot as ParentNode), ...ofButton].sort(),
      );
      const slots = [...(element.shadowRoot?.querySelectorAll('slot') ?? [])].map(({ name }) => name);
      expect(namesOf(said.slots).filter((name) => name)).toEqual(slots.sort());
    });

    it('are the custom properties of its style', () => {
      expect(namesOf(said.cssProperties)).toEqual(propertiesIn(/^push\/prompt\//));
    });
  },
);
