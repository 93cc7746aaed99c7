import type {
  BackgroundColor,
  InAppDisplaySettings,
  InAppMessage,
  InAppPadding,
  InAppPosition,
} from '../../api/models/in-app.js';
import { textIn } from '../../lib/text.js';

/** Where on the page a message stands, and how. */
export interface Appearance {
  position: InAppPosition;
  /** Whether the rest of the page waits until it is closed. */
  isModal: boolean;
  /** The space left free at each side, as CSS. */
  insets: Record<(typeof SIDES)[number], string | undefined>;
  /** The colour behind a modal one, as CSS. */
  backdrop: string;
  isAnimated: boolean;
}

/** In the order that CSS has them in. */
export const SIDES = ['top', 'right', 'bottom', 'left'] as const;

const POSITION = /^(Center|Full|(Top|Bottom)(Left|Right)?)$/;

/** Reads where a message stands; in the middle, if it does not say. Throws where the position is none. */
export function appearanceOf({ content }: InAppMessage): Appearance {
  const { inAppDisplaySettings, webInAppDisplaySettings: web } = { ...content };
  const settings: Partial<InAppDisplaySettings> = { ...inAppDisplaySettings };
  const position = (web?.position ?? 'Center') as InAppPosition;
  if (!POSITION.test(textIn(position))) throw new Error('A message is left out: its position is unknown');
  return {
    position,
    isModal: position === 'Center' || position === 'Full',
    insets: Object.fromEntries(SIDES.map((side) => [side, insetOf(settings[side])])) as Appearance['insets'],
    backdrop: colorOf(settings.bgColor),
    isAnimated: settings.shouldAnimate === true,
  };
}

/** A share of the window; nothing where the content decides. */
function insetOf(padding: InAppPadding | undefined): string | undefined {
  const share: unknown = padding?.percentage;
  return typeof share === 'number' && share >= 0 && share < 100 ? `${share}%` : undefined;
}

/** Half black, unless the message says otherwise. */
function colorOf(color: BackgroundColor | undefined): string {
  const { hex, alpha } = { ...color };
  const [, digits = '000'] = /^#?((?:[\da-f]{3}){1,2})$/i.exec(textIn(hex)) ?? [];
  const share = typeof alpha === 'number' ? alpha : NaN;
  return `color-mix(in srgb, #${digits} ${share >= 0 && share <= 1 ? share * 100 : 50}%, transparent)`;
}
