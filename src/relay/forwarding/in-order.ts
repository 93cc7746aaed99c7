import type { RelayOutcome } from '../outcome.js';
import type { Line } from './line.js';

/** Makes a function that makes the calls of each user one after the other, in the order in which they came. */
export function createInOrder(make: (line: Line) => Promise<RelayOutcome>): (line: Line) => void {
  const waiting = new Map<string, Line[]>();

  async function serve(subject: string, lines: Line[]): Promise<void> {
    for (let line = lines[0]; line; line = lines[0]) {
      const outcome = line.told ?? (await make(line));
      line.tell(outcome);
      lines.shift();
      if (outcome.is !== 'again') continue;
      // What comes after it must not be there before it.
      for (const later of lines.splice(0)) later.tell(outcome);
    }
    waiting.delete(subject);
  }

  return (line) => {
    const lines = waiting.get(line.subject);
    if (lines) {
      lines.push(line);
      return;
    }
    const begun = [line];
    waiting.set(line.subject, begun);
    void serve(line.subject, begun);
  };
}
