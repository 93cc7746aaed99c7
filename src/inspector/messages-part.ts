import type { InApp } from '../in-app/in-app.js';
import { SHOWN_AT } from '../in-app/presenting/candidates.js';
import { parsed } from '../lib/parsed.js';
import { line, listOf, make, section } from './make.js';
import { featureOf, type Inspected, type Part } from './inspected.js';
import { factsOf, titleOf, whyOf } from './why.js';

const TONES = { due: 'good', waiting: 'wait', deferred: 'wait', kept: '' };

/** The visitor's in-app messages, and why each is shown by itself or is not. */
export function messagesPart({ host, now, masked }: Inspected): Part {
  const none = make('p', {}, 'There are none for this visitor.');
  const { list, show } = listOf<Row>(
    masked,
    'In-app messages, the newest first',
    ({ words, why, tone, more }) => line(words, why, { tone, more }),
  );
  const element = section('In-app messages', list, none);
  let shownAt = NaN;

  /** Pages and tabs count together, so the device knows. */
  async function remember() {
    shownAt = (await host.store((table) => table.get(SHOWN_AT))) ?? NaN;
  }
  function rowsOf({ messages, paused: isPaused }: InApp, options: string): Row[] {
    const { interval = 30_000 } = { ...(parsed(options) as { interval?: number | null } | undefined) };
    // JSON has nothing without an end.
    const nextAt = shownAt <= now() ? shownAt + (interval ?? Infinity) : 0;
    const moment = { now: now(), nextAt, isPaused };
    return messages.map((fetched) => ({
      words: titleOf(fetched.message),
      why: whyOf(fetched, moment),
      more: factsOf(fetched.message, now()),
      tone: TONES[fetched.state],
    }));
  }

  return {
    element,
    draw() {
      const running = featureOf<InApp>(host, 'in-app');
      element.hidden = !running;
      if (!running) return;
      remember().catch(host.report);
      const rows = rowsOf(running.feature, running.options);
      none.hidden = rows.length > 0;
      show(rows);
    },
  };
}

interface Row {
  words: string;
  why: string;
  more: string;
  tone: string;
}
