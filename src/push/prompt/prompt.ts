import { createAsking } from './asking.js';
import { keepBell } from './bell.js';
import type { PromptSource } from './prompt-source.js';
import { keepPrompt } from './push-prompt.js';

/** Keeps an element as pushes are. Gives the function that empties it. */
export function keepFilled(element: HTMLElement, source: PromptSource): () => void {
  const asking = createAsking(element, source);
  const stop = element.localName === 'tidings-push-bell' ? keepBell(asking) : keepPrompt(asking);
  return () => {
    stop();
    asking.close();
  };
}
