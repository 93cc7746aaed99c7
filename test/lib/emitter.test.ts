import { describe, expect, it } from 'vitest';
import { createEmitter } from '../../src/lib/emitter.js';

describe('emitter', () => {
  it('tells every listener of that name, until it is stopped', () => {
    const { on, emit } = createEmitter<{ said: string; done: number | undefined }>();
    const heard: unknown[] = [];
    const stop = on('said', (what) => heard.push(`a ${what}`));
    on('said', (what) => heard.push(`b ${what}`));
    on('done', (what) => heard.push(what));

    emit('said', 'one');
    stop();
    emit('said', 'two');
    emit('done', undefined);

    expect(heard).toEqual(['a one', 'b one', 'b two', undefined]);
  });

  it('goes on after a listener that throws, whose error the page still sees', async () => {
    const others = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    const shown = new Promise((resolve) => process.once('uncaughtException', resolve));
    const { on, emit } = createEmitter<{ said: string }>();
    const heard: string[] = [];
    on('said', () => {
      throw new Error('of the page');
    });
    on('said', (what) => heard.push(what));

    emit('said', 'one');

    expect(heard).toEqual(['one']);
    expect(await shown).toMatchObject({ message: 'of the page' });
    others.forEach((other) => process.on('uncaughtException', other));
  });
});
