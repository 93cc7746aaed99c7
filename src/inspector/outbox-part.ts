import { drawn, fact, make, section } from './make.js';
import type { Inspected, Part } from './inspected.js';

const SIZE = { width: 300, height: 48 };
/** How far back it is drawn, in milliseconds. */
const SPAN = 60_000;

/** How much waited, from a time on, in milliseconds since the epoch. */
type Depth = [at: number, waiting: number];

/** How much waits on this device, now and over the last minute, and what has become of all that was recorded on it. */
export function outboxPart({ now }: Pick<Inspected, 'now'>): Part {
  const facts = ['Waiting', 'Delivered', 'Dropped', 'Uncertain'].map(fact);
  const area = drawn('path', { class: 'area' });
  const curve = drawn('path', { class: 'curve' });
  const box = `0 0 ${SIZE.width} ${SIZE.height}`;
  const chart = drawn('svg', { viewBox: box, role: 'img', preserveAspectRatio: 'none' }, area, curve);
  let depths: Depth[] = [];

  return {
    element: section(
      'Outbox',
      chart,
      make('dl', { class: 'figures' }, ...facts.slice(0, 4).map(({ row }) => row)),
    ),
    draw({ waiting, delivered, deliveredInBackground, dropped, uncertain }) {
      const at = now();
      // Each holds until the next one.
      depths = depths.filter((_, index) => (depths[index + 1]?.[0] ?? at) > at - SPAN);
      depths.push([at, waiting]);
      const background = deliveredInBackground ? `, ${deliveredInBackground} of them in the background` : '';
      [String(waiting), `${delivered}${background}`, reasonsInWords(dropped), String(uncertain)].forEach(
        (text, index) => facts[index]?.write(text),
      );
      const points = pointsOf(depths, at);
      curve.setAttribute('d', `M${points}`);
      area.setAttribute('d', `M${points}V${SIZE.height}H${points.split(' ')[0] ?? 0}Z`);
      const words = `Waiting over the last minute: now ${waiting}, at most ${highestOf(depths)}`;
      chart.setAttribute('aria-label', words);
    },
  };
}

/** Such as `2 (1 full, 1 old)`. */
export function reasonsInWords(dropped: Record<string, number>): string {
  const reasons = Object.entries(dropped);
  const all = reasons.reduce((sum, [, count]) => sum + count, 0);
  return all ? `${all} (${reasons.map(([reason, count]) => `${count} ${reason}`).join(', ')})` : '0';
}

function highestOf(depths: readonly Depth[]): number {
  return Math.max(...depths.map(([, waiting]) => waiting));
}

/** The line through some depths, now at the right edge. */
function pointsOf(depths: readonly Depth[], now: number): string {
  const { width, height } = SIZE;
  const highest = Math.max(4, highestOf(depths));
  const points = depths.map(([at, waiting]) => {
    const x = width * Math.max(0, 1 - (now - at) / SPAN);
    const y = height - 2 - (waiting / highest) * (height - 6);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  // Of one, a line.
  return [points[0], ...points].join('L');
}
