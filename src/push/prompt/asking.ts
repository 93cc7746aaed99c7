import { keepForUser, ownerOf, type KeptForUser } from '../../host/kept-for-user.js';
import { newMemory, OF_DEVICE, putOff, type PromptMemory } from './due.js';
import { createPanel, type Panel } from './panel.js';
import { textsOf, type PushPromptOptions, type PushTexts } from './prompt-options.js';
import type { PromptSource } from './prompt-source.js';

/** What the prompt and the bell have in common: where they ask, what is remembered, and what a visitor's answers do. */
export interface Asking extends PromptSource {
  options: PushPromptOptions;
  now: () => number;
  texts: PushTexts;
  panel: Panel;
  memory: KeptForUser<PromptMemory>;
  /** Turns pushes on, in answer to a click, with what is chosen. */
  yes(): Promise<void>;
  later(): void;
  /** Remembers what is chosen, and tells of it where `isTold`. */
  choose(isTold: boolean): Promise<void>;
  close(): void;
}

/** Makes what an element asks with. */
export function createAsking(element: HTMLElement, source: PromptSource): Asking {
  const { push, host, client, prompt: options = {} } = source;
  const now = Date.now;
  const texts = textsOf(options.texts);
  /* eslint-disable no-multi-assign -- Said apart, it weighs more than it may. */
  const memory = (source.memory ??= keepForUser(host, 'push-prompt', newMemory, OF_DEVICE));
  const elements = (source.elements ??= new Set());
  /* eslint-enable no-multi-assign */
  const panel = createPanel(element);
  elements.add(element);

  async function choose(isTold: boolean, { chosen, left } = panel.choice()) {
    const { categories = [], onChoice } = options;
    if (!categories.length || !(await memory.change(async () => ({ left }))) || !isTold) return;
    if (onChoice) await onChoice({ chosen, left });
    else await client.updateSubscriptions({ unsubscribedMessageTypeIds: left });
  }
  function later() {
    panel.close();
    const put = memory.change(async (get) => putOff(await get('laters'), options, now()));
    put.catch(host.report);
  }

  return {
    ...source,
    ...{ options, now, texts, panel, memory, later, choose },
    async yes() {
      const owner = ownerOf(host);
      // By now: the panel is written anew once pushes are on.
      const choice = panel.choice();
      // What fails is told by the client, and made up for by the next page.
      const state = await push.turnOn().catch(() => push.state);
      // Whoever is there by now has chosen nothing.
      if (owner !== ownerOf(host)) return;
      if (state === 'granted') await choose(true, choice).catch(host.report);
      else if (state === 'default') later();
    },
    close() {
      elements.delete(element);
      panel.remove();
      if (elements.size) return;
      memory.close();
      source.memory = undefined;
    },
  };
}

/** The message types as boxes to tick. */
export function boxesOf({ options: { categories = [] }, memory: { value } }: Asking) {
  return categories.map(({ messageTypeId, name, isOn = true }) => ({
    ...{ id: messageTypeId, name },
    isTicked: value.left ? !value.left.includes(messageTypeId) : isOn,
  }));
}
