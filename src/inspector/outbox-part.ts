import { drawn, fact, make, section } from './make.js';
import type { Part } from './inspected.js';

const SIZE = { width: 300, height: 48, seconds: 60 };

/** How much waits on this device, now and over the last minute, and what has become of all that was recorded on it. */
export function outboxPart(): Part {
  const facts = ['Waiting', 'Delivered', 'Dropped', 'Uncertain'].map(fact);
  const area = drawn('path', { class: 'area' });
  const curve = drawn('path', { class: 'curve' });
  const box = `0 0 ${SIZE.width} ${SIZE.height}`;
  const chart = drawn('svg', { viewBox: box, role: 'img', preserveAspectRatio: 'none' }, area, curve);
  const depths: number[] = [];

  return {
    element: section(
      'Outbox',
      chart,
      make('dl', { class: 'figures' }, ...facts.slice(0, 4).map(({ row }) => row)),
    ),
    draw({ waiting, delivered, deliveredInBackground, dropped, uncertain }) {
      depths.push(waiting);
      depths.splice(0, depths.length - SIZE.seconds);
      const background = deliveredInBackground ? `, ${deliveredInBackground} of them in the background` : '';
      [String(waiting), `${delivered}${background}`, reasonsInWords(dropped), String(uncertain)].forEach(
        (text, index) => facts[index]?.write(text),
      );
      const points = pointsOf(depths);
      curve.setAttribute('d', `M${points}`);
      area.setAttribute('d', `M${points}V${SIZE.height}H${points.split(' ')[0] ?? 0}Z`);
      const words = `Waiting over the last minute: now ${waiting}, at most ${Math.max(...depths)}`;
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

/** The line through some depths, the latest at the right edge. */
function pointsOf(depths: readonly number[]): string {
  const { width, height, seconds } = SIZE;
  const highest = Math.max(4, ...depths);
  const step = width / (seconds - 1);
  // Of one, a line.
  const all = depths.length > 1 ? depths : [...depths, ...depths];
  const start = width - (all.length - 1) * step;
  const points = all.map((depth, index) => {
    const y = height - 2 - (depth / highest) * (height - 6);
    return `${(start + index * step).toFixed(1)} ${y.toFixed(1)}`;
  });
  return points.join('L');
}
