import { createRandom } from '../state/random.js';

/** Numbers from 0 up to 1 that only the seed and what they are for decide, whatever else happened before. */
export function chanceFor(seed: number, about: string): () => number {
  let hash = 0x811c9dc5;
  for (const letter of `${seed} ${about}`) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return createRandom(hash);
}

/** How long something takes that takes so long on average: mostly less, now and then much more. */
export function waiting(chance: () => number, average: number): number {
  return Math.round(-Math.log(1 - chance()) * average);
}

/** How often something happens that happens so often on average. */
export function timesOf(chance: () => number, average: number): number {
  let times = 0;
  for (let left = Math.exp(-average), drawn = chance(); drawn > left; drawn *= chance()) times += 1;
  return times;
}
