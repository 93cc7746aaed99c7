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
  const shown: string[] = [];
  const show: Show = ({ messageId }) => {
    onStage.add(messageId);
    let end: (() => void) | undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    return {
      ended,
      show: () => void shown.push(messageId),
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
  return { stage, onStage, shown, load: () => begin?.(show) };
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

  it('shows what is laid out once it is known to be wanted still, and else takes it away', async () => {
    const { stage, onStage, shown, load } = setup();
    load();
    const answers: ((isWanted: boolean) => void)[] = [];
    const asked = () => new Promise<boolean>((resolve) => answers.push(resolve));
    void stage.show(message('seen elsewhere'), 'in-app', asked);
    await calm();
    expect([[...onStage], shown]).toEqual([['seen elsewhere'], []]);

    answers[0]?.(false);
    await calm();
    void stage.show(message('wanted'), 'in-app', asked);
    await calm();
    answers[1]?.(true);
    await calm();

    expect([[...onStage], shown]).toEqual([['wanted'], ['wanted']]);
  });

  it('is free once its message is closed, and not before, also where the device fails', async () => {
    const { stage, onStage, load } = setup(() => Promise.reject(new Error('The device fails')));
    load();
    void stage.show(message('a'), 'in-app', always);
    await calm();
    expect([stage.message()?.messageId, ...onStage]).toEqual(['a', 'a']);

    stage.close('api');
    await calm();

    expect([stage.message(), ...onStage]).toEqual([undefined]);
  });
});
