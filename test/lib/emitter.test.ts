import { describe, expect, it, vi } from 'vitest';
import { createEmitter } from '../../src/lib/emitter.js';

describe('emitter', () => {
  it('tells every listener of that name, until it is stopped', () => {
    const { on, emit } = createEmitter<{ said: string; done: number }>();
    const heard: unknown[] = [];
    const stop = on('said', (what) => heard.push(`a ${what}`));
    on('said', (what) => heard.push(`b ${what}`));

    emit('said', 'one');
    stop();
    emit('said', 'two');
    emit('done', 3);

    expect(heard).toEqual(['a one', 'b one', 'b two']);
  });

  it('goes on after a listener that throws, whose error the page still sees', () => {
    vi.useFakeTimers();
    const { on, emit } = createEmitter<{ said: string }>();
    const heard: string[] = [];
    on('said', () => {
      throw new Error('of the page');
    });
    on('said', (what) => heard.push(what));

    emit('said', 'one');

    expect(heard).toEqual(['one']);
    expect(() => vi.runAllTimers()).toThrow('of the page');
    vi.useRealTimers();
  });
});
