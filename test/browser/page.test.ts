// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isPage, onOnline, onPageHidden, onPageShown } from '../../src/browser/page.js';

afterEach(() => vi.restoreAllMocks());

function become(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('the page', () => {
  it('is here', () => {
    expect(isPage()).toBe(true);
  });

  it('tells when it is hidden and when it is shown, until it is stopped', () => {
    const told: string[] = [];
    const stops = [onPageHidden(() => told.push('hidden')), onPageShown(() => told.push('shown'))];

    become('hidden');
    become('visible');
    stops.forEach((stop) => stop());
    become('hidden');

    expect(told).toEqual(['hidden', 'shown']);
  });

  it('tells when there is a network again, until it is stopped', () => {
    const listener = vi.fn();
    const stop = onOnline(listener);

    window.dispatchEvent(new Event('online'));
    stop();
    window.dispatchEvent(new Event('online'));

    expect(listener).toHaveBeenCalledTimes(1);
  });
});
