// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import type { InAppMessage } from '../../src/api/models/in-app.js';
import { memoryStore } from '../../src/browser/store.js';
import type { Host } from '../../src/host/host.js';
import { createStage, type Show } from '../../src/in-app/presenting/stage.js';
import { calm } from '../support/visits.js';

const message = (messageId: string): InAppMessage => ({ messageId, jsonOnly: false });
const always = () => true;

/** A stage whose messages are laid out once the test says so. */
function setup(store: Host['store'] = memoryStore()) {
  const onStage = new Set<string>();
  const show: Show = ({ messageId }) => {
    onStage.add(messageId);
    let end: (() => void) | undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    return {
      ended,
      close() {
        onStage.delete(messageId);
        end?.();
      },
    };
  };
  let begin: ((show: Show) => void) | undefined;
  const loading = new Promise<Show>((resolve) => (begin = resolve));
  const host = { name: 'shop', store, report: () => undefined } as unknown as Host;
  const stage = createStage({ host, load: () => loading, onFree: () => undefined, now: Date.now });
  return { stage, onStage, load: () => begin?.(show) };
}

describe('the stage', () => {
  it('takes no message out that was about to come when the visitor opens another', async () => {
    const { stage, onStage, load } = setup();
    const take = vi.fn(always);
    void stage.show(message('coming'), 'in-app', take);
    await calm();

    void stage.showAtOnce(message('opened'), 'inbox', always);
    load();
    await calm();

    expect([...onStage]).toEqual(['opened']);
    expect(take).not.toHaveBeenCalled();
  });

  it('is free once its message is closed, and not before, also where the device fails', async () => {
    const { stage, onStage, load } = setup(() => Promise.reject(new Error('The device fails')));
    load();
    void stage.show(message('a'), 'in-app', always);
    await calm();
    expect([stage.isTaken(), ...onStage]).toEqual([true, 'a']);

    stage.close('api');
    await calm();

    expect([stage.isTaken(), ...onStage]).toEqual([false]);
  });
});
