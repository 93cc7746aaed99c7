import type { Context } from './context.js';

/** How often a line on a terminal changes, in milliseconds. */
const LIVE = 100;
/** How often a line is added elsewhere, in milliseconds. */
const PLAIN = 5_000;
/** How long the bar is, in characters. */
const BAR = 24;

/** Tells how far work is: on a terminal in one line that changes, elsewhere in a line now and then. */
export interface Progress {
  /** How much is done, from 0 to 1, where that is known, and what else there is to say. */
  tell(part: number | undefined, words: readonly (string | false | undefined)[]): void;
}

/** Makes the line that tells how far work is. */
export function createProgress({ terminal, now }: Pick<Context, 'terminal' | 'now'>): Progress {
  let toldAt = terminal.isLive ? -Infinity : now();

  return {
    tell(part, words) {
      if (now() - toldAt < (terminal.isLive ? LIVE : PLAIN)) return;
      toldAt = now();
      const percent = part === undefined ? undefined : `${Math.floor(part * 100)} %`;
      const line = [percent, ...words].filter(Boolean).join(', ');
      if (!terminal.isLive) terminal.say(line);
      else terminal.show(`${part === undefined ? '' : `${bar(part)} `}${line}`);
    },
  };
}

function bar(part: number): string {
  const full = Math.floor(part * BAR);
  return `[${'='.repeat(full)}${' '.repeat(BAR - full)}]`;
}

/** A number as people read it: `12,000`. */
export function count(number: number): string {
  return Math.round(number).toLocaleString('en');
}

/** Bytes as people read them: `12.3 MB`. */
export function size(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A time in milliseconds as people read it: `2 min 5 s`. */
export function time(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
}
