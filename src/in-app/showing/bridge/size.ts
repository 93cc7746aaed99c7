import type { Said } from './said.js';

/** By how much of its frame's growth a message may grow, for that to come to an end. */
const SETTLING = 0.75;

/** Tells how tall the message is, and when its pictures are there. */
export function measure(say: (said: Said) => void) {
  const { body, documentElement: root } = document;
  const pictures = [...document.images];
  let [tall, wide, high, count, known] = [0, 0, 0, 0, 0];

  function size() {
    const height = Math.max(root.getBoundingClientRect().height, body.scrollHeight);
    const growth = height - tall;
    // What a picture adds, whose size is known before it is there, must not be taken for what comes of the frame's own growth.
    const sized = pictures.filter((picture) => picture.complete || picture.naturalHeight).length;
    const room = innerWidth === wide && sized === known ? innerHeight - high : 0;
    [tall, wide, high, known] = [height, innerWidth, innerHeight, sized];
    // What always fills its frame, as `100vh` and a padding do, would grow with it for good; what is centred there, not.
    if (room && growth > SETTLING * Math.abs(room)) return;
    count += growth;
    say({ is: 'height', count: Math.ceil(count) });
  }
  new ResizeObserver(size).observe(body);
  addEventListener('resize', size);
  function arrive() {
    // A body of a fixed height does not grow with what it holds.
    size();
    if (pictures.every((picture) => picture.complete)) say({ is: 'loaded' });
  }
  for (const type of ['load', 'error']) document.addEventListener(type, arrive, true);
  arrive();
}
