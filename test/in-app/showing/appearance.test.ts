import { describe, expect, it } from 'vitest';
import { appearanceOf } from '../../../src/in-app/showing/appearance.js';

const placed = (content: unknown) =>
  appearanceOf({ messageId: 'a', jsonOnly: false, content: content as never });

describe('where a message stands', () => {
  it('is where it says, with its paddings', () => {
    const settings = { top: { percentage: 10 }, left: { displayOption: 'AutoExpand' }, shouldAnimate: true };

    const appearance = placed({
      webInAppDisplaySettings: { position: 'TopRight' },
      inAppDisplaySettings: settings,
    });

    expect(appearance).toMatchObject({ position: 'TopRight', isModal: false, isAnimated: true });
    expect(appearance.insets).toEqual({ top: '10%', right: undefined, bottom: undefined, left: undefined });
  });

  it('is refused where there is no such place', () => {
    expect(() => placed({ webInAppDisplaySettings: { position: 'Nowhere' } })).toThrow('position is unknown');
  });

  it.each([undefined, {}, { webInAppDisplaySettings: {} }, { webInAppDisplaySettings: null }])(
    'is the middle for %j',
    (content) => {
      expect(placed(content)).toMatchObject({ position: 'Center', isModal: true });
    },
  );

  it.each([
    [{ hex: '#336699', alpha: 0.25 }, '#336699 25%'],
    [{ hex: 'red; } * { display: none', alpha: 7 }, '#000 50%'],
    [undefined, '#000 50%'],
  ])('has behind it, for %j, nothing but a colour', (bgColor, css) => {
    expect(placed({ inAppDisplaySettings: { bgColor } }).backdrop).toBe(
      `color-mix(in srgb, ${css}, transparent)`,
    );
  });

  it.each([-1, 100, NaN, '1vw; color: red'])('takes no padding of %j', (percentage) => {
    expect(placed({ inAppDisplaySettings: { top: { percentage } } }).insets.top).toBeUndefined();
  });
});
