import type { PushPromptOptions } from './prompt-options.js';

/** What the device remembers of a visitor who was asked. */
export interface PromptMemory {
  /** How many pages they have seen. */
  pages: number;
  /** The event that was waited for, once it was recorded. */
  happened: string;
  /** How often they have said "later". */
  laters: number;
  /** Until when they are asked no more, in milliseconds since the epoch. */
  until: number;
  /** The message types that they left, once they have chosen. */
  left: number[] | undefined;
}

/** What is the device's, whoever the visitor is: nobody is asked again since another was there. */
export const OF_DEVICE: (keyof PromptMemory)[] = ['pages', 'happened', 'laters', 'until'];

/** What is remembered of a visitor who has never been here. */
export const newMemory = (): PromptMemory => ({
  pages: 0,
  happened: '',
  laters: 0,
  until: 0,
  left: undefined,
});

const DAY = 24 * 60 * 60 * 1000;

/** Whether it is time to ask a visitor. */
export function isDue(memory: PromptMemory, options: PushPromptOptions, now: number): boolean {
  const { fromPage = 2, afterEvent = '', times = 3 } = options;
  const { pages, happened, laters, until } = memory;
  return pages >= fromPage && (!afterEvent || happened === afterEvent) && laters < times && now >= until;
}

/** What is remembered of one who says "later". */
export function putOff(laters: number, { days = 30 }: PushPromptOptions, now: number): Partial<PromptMemory> {
  return { laters: laters + 1, until: now + days * DAY };
}
