// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { shareValue } from '../../src/browser/shared-value.js';

/** A value that is kept, and how often another tab was heard to change it. */
function setup() {
  localStorage.clear();
  const onChange = vi.fn();
  const kept = shareValue<{ name: string }>('test', onChange);
  onTestFinished(kept.close);
  return { kept, onChange };
}

describe('a value that is kept', () => {
  it('is there on the next page, and gone once it is unset', () => {
    const { kept } = setup();
    expect(kept.get()).toBeUndefined();

    kept.set({ name: 'Ada' });
    expect(shareValue('test', () => {}).get()).toEqual({ name: 'Ada' });
    kept.set(undefined);

    expect(localStorage).toHaveLength(0);
  });

  it('is not what was before, when the device has no room for it', () => {
    const { kept } = setup();
    kept.set({ name: 'Ada' });
    const { localStorage: device } = globalThis;
    const full = new Proxy(device, {
      get: (_, name) =>
        name === 'setItem' ? expect.fail : (device[name as 'getItem'] as () => unknown).bind(device),
    });
    vi.stubGlobal('localStorage', full);
    onTestFinished(() => void vi.unstubAllGlobals());

    kept.set({ name: 'Bob' });

    expect(shareValue('test', () => {}).get()).toBeUndefined();
  });

  it('is nothing when somebody else has written there', () => {
    const { kept } = setup();

    localStorage.setItem('test', 'not JSON');

    expect(kept.get()).toBeUndefined();
  });

  it('tells of another tab’s change, not of its own, until it is closed', () => {
    const { kept, onChange } = setup();
    kept.set({ name: 'Ada' });
    dispatchEvent(new StorageEvent('storage'));
    expect(onChange).not.toHaveBeenCalled();

    localStorage.setItem('test', '{"name":"Bob"}');
    dispatchEvent(new StorageEvent('storage'));
    expect(onChange).toHaveBeenCalledTimes(1);
    kept.close();
    localStorage.setItem('test', '{"name":"Eve"}');
    dispatchEvent(new StorageEvent('storage'));

    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('takes nothing back from a tab that sets it at this moment, where there is nothing new to say', () => {
    const { kept } = setup();
    kept.get();
    localStorage.setItem('test', '{"name":"Ada"}'); // By another tab, of which this one has not heard.

    kept.set(undefined);

    expect(kept.get()).toEqual({ name: 'Ada' });
  });

  it('tells what another tab has set it to, where this one sees its own', () => {
    const { kept, onChange } = setup();
    kept.set({ name: 'Ada' });

    dispatchEvent(new StorageEvent('storage', { key: 'test', newValue: '{"name":"Bob"}' }));

    expect(onChange.mock.calls).toEqual([[{ name: 'Bob' }]]);
  });

  it('tells of a change that a page in the back/forward cache has missed', () => {
    const { kept, onChange } = setup();
    kept.get();

    localStorage.setItem('test', '{"name":"Bob"}');
    dispatchEvent(new Event('pageshow'));

    expect(onChange).toHaveBeenCalledTimes(1);
  });
});
