import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** How long each step took the last time, in seconds. */
const TIMES = 'build/cache/times.json';
/** How often it is told where there is no terminal to draw on, in milliseconds. */
const PERIOD = 30_000;

/**
 * Tells, while steps run, how much of each is done and how long it will take yet.
 *
 * @param {NodeJS.WriteStream} [out]
 */
export function createProgress(out = process.stdout) {
  /** @type {Record<string, number>} */
  const times = existsSync(TIMES) ? JSON.parse(readFileSync(TIMES, 'utf8')) : {};
  /** @type {Map<string, { begunAt: number, share: number }>} */
  const running = new Map();
  let drawn = 0;

  /** @param {string} name */
  function lineOf(name) {
    const { begunAt, share } = running.get(name) ?? { begunAt: 0, share: 0 };
    const elapsed = (Date.now() - begunAt) / 1000;
    const before = times[name];
    const known = before ? Math.min(elapsed / before, 0.99) : share;
    const done = Math.max(share, before && !share ? known : 0);
    const left =
      share > 0.05 ? elapsed / share - elapsed : before ? Math.max(before - elapsed, 0) : undefined;
    return `${name.padEnd(18)} ${String(Math.floor(done * 100)).padStart(3)} %${left === undefined ? '' : `, ${inWords(left)} left`}`;
  }

  function erase() {
    if (drawn) out.write(`\x1b[${drawn}A\x1b[J`);
    drawn = 0;
  }

  function draw() {
    const lines = [...running.keys()].map(lineOf);
    if (!out.isTTY) {
      if (lines.length) out.write(`  ${lines.map((line) => line.replace(/ +/g, ' ')).join(' · ')}\n`);
      return;
    }
    erase();
    out.write(lines.map((line) => `${line}\n`).join(''));
    drawn = lines.length;
  }

  const timer = setInterval(draw, out.isTTY ? 500 : PERIOD);

  return {
    /** @param {string} name */
    begin: (name) => void running.set(name, { begunAt: Date.now(), share: 0 }),
    /**
     * @param {string} name
     * @param {number} share
     */
    tell(name, share) {
      const step = running.get(name);
      if (step) step.share = share;
    },
    /**
     * Says what a step came to, for good.
     *
     * @param {string} name
     * @param {{ seconds: number, hasPassed: boolean, words: string }} outcome
     */
    end(name, { seconds, hasPassed, words }) {
      running.delete(name);
      if (hasPassed) times[name] = seconds;
      erase();
      out.write(`${hasPassed ? '✓' : '✗'} ${name.padEnd(18)} ${words}, ${inWords(seconds)}\n`);
    },
    close() {
      clearInterval(timer);
      erase();
      writeFileSync(TIMES, JSON.stringify(times));
    },
  };
}

/**
 * A time as a person says it.
 *
 * @param {number} seconds
 */
export function inWords(seconds) {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
