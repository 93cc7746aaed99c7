import type { Said } from './said.js';

/** By how much of its frame's growth a message may grow, for that to come to an end. */
const SETTLING = 0.75;

/** Tells how tall the message is, and when its pictures are there. */
export function measure(say: (said: Said) => void) {
  const { body, documentElement: root } = document;
  let [tall, wide, high, count] = [0, 0, 0, 0];

  function size() {
    const height = Math.max(root.getBoundingClientRect().height, body.scrollHeight);
    const growth = height - tall;
    const room = innerWidth === wide ? innerHeight - high : 0;
    const share = room && growth > 0 ? Math.abs(growth / room) : 0;
    [tall, wide, high] = [height, innerWidth, innerHeight];
    // What always fills its frame, as `100vh` and a padding do, would grow with it for good; what is centred there, not.
    if (share > SETTLING) return;
    count += growth;
    say({ is: 'height', count: Math.ceil(count) });
  }
  new ResizeObserver(size).observe(body);
  addEventListener('resize', size);
  const pictures = [...document.images].filter(({ complete }) => !complete);
  let left = pictures.length;
  function arrive() {
    // At once: what a picture adds must not be taken for what comes of the frame's own growth.
    size();
    if (!left) say({ is: 'loaded' });
    left -= 1;
  }
  for (const picture of pictures) Object.assign(picture, { onload: arrive, onerror: arrive });
  arrive();
}
