import { make } from '../shop/scripts/page.js';
import type { Part, Scene } from './scene.js';
import { drawn, section } from './section.js';

const SIZE = { width: 300, height: 56, seconds: 60 };

/** How many events wait on this device, now and over the last minute. */
export function outboxPart({ notes }: Scene): Part {
  const now = make('strong');
  const counted = make('span', { class: 'panel-soft' });
  const area = drawn('path', { class: 'area' });
  const line = drawn('path', { class: 'line' });
  const { width, height } = SIZE;
  const chart = drawn(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, role: 'img', class: 'panel-chart', preserveAspectRatio: 'none' },
    area,
    line,
  );
  const element = section(
    'Outbox',
    make('p', { class: 'panel-depth' }, now, ' wait on this device'),
    chart,
    counted,
  );

  return {
    element,
    draw(depth) {
      const { depths, counts } = notes.facts;
      now.textContent = String(depth);
      const points = pointsOf([depth, ...depths, depth].slice(depths.length ? 1 : 0));
      line.setAttribute('d', `M${points}`);
      area.setAttribute('d', `M${points}V${height}H${points.split(' ')[0] ?? 0}Z`);
      const most = Math.max(depth, ...depths);
      chart.setAttribute('aria-label', `Waiting over the last minute: now ${depth}, at most ${most}`);
      counted.textContent = `${counts.recorded} recorded, ${counts.delivered} delivered in this tab’s visit`;
    },
  };
}

/** The line through some depths, the latest at the right edge. */
function pointsOf(depths: number[]): string {
  const { width, height, seconds } = SIZE;
  const latest = depths.slice(-seconds);
  const highest = Math.max(4, ...latest);
  const step = width / (seconds - 1);
  const start = width - (latest.length - 1) * step;
  const points = latest.map((depth, index) => {
    const y = height - 3 - (depth / highest) * (height - 8);
    return `${(start + index * step).toFixed(1)} ${y.toFixed(1)}`;
  });
  return points.join('L');
}
