import {
  BURST,
  bar,
  cell,
  deliveryBar,
  fewRounds,
  inSeconds,
  keptBar,
  missingOf,
  playsOf,
  recordedOf,
  short,
  sorted,
  storiesOf,
  sum,
} from './figures.js';
import { durableText, shopTable } from './own-figures.js';
import { serverSection } from './server-section.js';
import { showingSections } from './showing-sections.js';
import { waitingSections } from './waiting-section.js';

/**
 * The middle, the smallest and the largest of some figures, and how many there were.
 *
 * @typedef {[median: number, min: number, max: number, count: number]} Spread
 */

/**
 * What so many events that wait take.
 *
 * @typedef {{ count: number, start: Spread, heap: Spread, took: Spread }} Waiting
 */

/** @typedef {import('./server.js').ServerFigures} ServerRow */

/**
 * What one SDK showed.
 *
 * @typedef {object} Row
 * @property {string} id
 * @property {string} name
 * @property {string} [version]
 * @property {{ first: number, loaded: number }} size
 * @property {Record<string, { recorded: number, arrived: number, twice: number }>} [kept]
 * @property {Spread} [evaluation]
 * @property {Spread} [start]
 * @property {Spread} [work]
 * @property {Spread} [blocked]
 * @property {Spread} [heap]
 * @property {Spread} [requestsBefore]
 * @property {Spread} [call]
 * @property {Spread} [slowCall]
 * @property {Spread} [burst]
 * @property {Spread} [delivered]
 * @property {Spread} [arrived]
 * @property {Spread} [deliveryWork]
 * @property {Spread} [requests]
 * @property {Spread} [sent]
 * @property {Waiting[]} [waiting]
 * @property {Spread} [inApp]
 * @property {Spread} [inAppWork]
 * @property {Spread} [embedded]
 * @property {Spread} [embeddedWork]
 * @property {Spread} [inAppSize]
 * @property {Spread} [embeddedSize]
 */

/**
 * @typedef {object} Results
 * @property {string} date
 * @property {string} machine - In words.
 * @property {string} browser
 * @property {number} slower - How many times its processor was slowed down.
 * @property {string[]} [notes] - What is special about this run.
 * @property {Row[]} rows
 * @property {ServerRow[]} [server]
 * @property {Record<'ours' | 'bare', Spread>} [durable] - Milliseconds until a thousand events are on the device.
 * @property {Record<'with' | 'without', Record<'moved' | 'blocked' | 'worked', Spread>>} [shop]
 */

/**
 * One line of a chart; without a value it says why.
 *
 * @typedef {{ name: string, isOurs: boolean, value?: number, min?: number, max?: number, label: string }} Bar
 */

/**
 * A part of the page: a chart, and the table below it.
 *
 * @typedef {object} Section
 * @property {string} id
 * @property {string} title
 * @property {string} text - What is measured, and how.
 * @property {string} axis
 * @property {string} [across] - What the other axis of lines is.
 * @property {'linear' | 'log'} scale
 * @property {Bar[]} bars - The best first.
 * @property {{ name: string, isOurs: boolean, points: { x: number, y: number }[] }[]} [lines] - Drawn in the place of bars.
 * @property {string[]} head
 * @property {string[][]} table
 * @property {{ head: string[], table: string[][] }[]} [also] - What no chart shows.
 * @property {string} why - What makes us slower or larger than others, where we are.
 * @property {Record<string, string>} [reasons] - The same of columns that the chart does not show.
 */

/**
 * What the page shows of what was measured; a part that was not is left out.
 *
 * @param {Results} results
 * @returns {Section[]}
 */
export function sectionsOf({ rows, slower, server, durable, shop }) {
  const peers = rows.filter(({ id }) => id !== 'bare');
  const slow = `a processor slowed down ${slower} times`;
  const isMeasured = (/** @type {Section} */ { bars }) => bars.some(({ value }) => value !== undefined);
  /** @type {Section[]} */
  const sections = [
    {
      id: 'size',
      title: 'Size',
      text: 'What a page loads that starts the SDK, says who the visitor is, tracks one event and delivers it: bundled by esbuild, minified, each file compressed by Brotli. Some load a part of it only once they have started. With messages it is a page that does not track, and has shown what it was sent.',
      axis: 'kB in all',
      scale: 'linear',
      bars: sorted(peers.map((row) => bar(row, row.size.loaded / 1_000, 'kB'))),
      head: ['SDK', 'version', 'in all', 'before it starts', 'with an in-app message', 'with embedded ones'],
      table: peers.map(({ name, version = '', size, inAppSize, embeddedSize }) => [
        `\`${name}\``,
        version,
        ...[[size.loaded], [size.first], inAppSize, embeddedSize].map((bytes) =>
          bytes?.[0] ? `${short(bytes[0] / 1_000)} kB` : '',
        ),
      ]),
      why: 'Ours brings an outbox in IndexedDB that tabs share, which hands each event on once, beside the calls.',
    },
    {
      id: 'recording',
      title: 'Recording',
      text: `How long a call that records an event keeps the page's main thread until it returns, on ${slow}: a hundred calls, 4 ms apart, and then ${BURST.toLocaleString('en')} in a row. What the SDK does after the call has returned is not in it.${durable ? durableText(durable) : ''}`,
      axis: 'µs a call, on a logarithmic scale',
      scale: 'log',
      bars: sorted(peers.map((row) => bar(row, row.call, 'µs'))),
      head: ['SDK', 'one call', 'its 99th percentile', '1,000 calls in a row'],
      table: peers.map(({ name, call, slowCall, burst }) => [
        `\`${name}\``,
        cell(call, 'µs'),
        cell(slowCall, 'µs'),
        cell(burst, 'ms'),
      ]),
      why: 'Our call copies and checks the event before it returns, so that a later change by the page does not reach it, and sees to it that it is written to IndexedDB.',
      reasons: {
        'its 99th percentile':
          'it is the second slowest of a hundred calls: the first runs before the browser has compiled what copies and checks an event, and those that are slow besides stand anywhere among them.',
        '1,000 calls in a row': 'each is copied, checked and handed to IndexedDB.',
      },
    },
    {
      id: 'page',
      title: 'Page cost',
      text: `What a page pays before anything is tracked, on ${slow}: the main thread's work for evaluating and starting the SDK, and for the second after that. Blocking is what tasks take of it beyond 50 ms each; evaluation and start are how long it takes until the script is there, and until the call that starts it returns. The files were downloaded before.${shop ? ' Below stands what the home page of the shop of `npm start` is for somebody with messages, with its SDK and without any script.' : ''}`,
      axis: 'ms of the main thread',
      scale: 'linear',
      bars: sorted(peers.map((row) => bar(row, row.work, 'ms'))),
      head: ['SDK', 'work', 'blocking', 'evaluation'],
      table: peers.map(({ name, work, blocked, evaluation }) => [
        `\`${name}\``,
        cell(work, 'ms'),
        cell(blocked, 'ms'),
        cell(evaluation, 'ms'),
      ]),
      also: [
        {
          head: ['SDK', 'start', 'heap', 'requests'],
          table: peers.map(({ name, start, heap, requestsBefore }) => [
            `\`${name}\``,
            cell(start, 'ms'),
            cell(heap, 'kB'),
            cell(requestsBefore, ''),
          ]),
        },
        ...(shop ? [shopTable(shop)] : []),
      ],
      why: 'Our client opens its outbox in IndexedDB as it starts, to see what an earlier visit has left.',
      reasons: {
        blocking:
          'a script is evaluated and started in one task, which on such a processor is now and then longer than 50 ms.',
        evaluation: `the browser takes longer to read and compile ours; one that is but a loop of \`fetch\` calls takes it ${cell(rows.find(({ id }) => id === 'bare')?.evaluation, 'ms')}.`,
        start:
          'ours opens the device, listens to the page and to other tabs within the call; the fastest do what they need after it has returned, where it counts as work.',
        heap: 'an outbox, and what hears of other tabs and of the end of the page, are in it.',
      },
    },
    {
      id: 'delivering',
      title: 'Delivering',
      text: `From the first of ${BURST.toLocaleString('en')} calls in a row until the collector has had all their events, on ${slow}, beside a loop of bare \`fetch\` calls, four at a time, that keeps nothing. An SDK that has a call to deliver at once is told to. At most 30 seconds are waited after the calls have returned.${fewRounds(rows)}`,
      axis: 'seconds until all have arrived',
      scale: 'linear',
      bars: sorted(rows.map(deliveryBar)),
      head: ['SDK', 'until all arrived', 'arrived', 'work of the main thread', 'requests', 'sent'],
      table: rows.map(({ name, delivered, arrived, deliveryWork, requests, sent }) => [
        `\`${name}\``,
        arrived && arrived[0] < BURST ? 'not all' : cell(inSeconds(delivered), 's'),
        arrived ? short(arrived[0]) : '',
        cell(inSeconds(deliveryWork), 's'),
        cell(requests, ''),
        cell(sent, 'kB'),
      ]),
      why: 'Our service takes one event of a page in a request, so a thousand events are a thousand requests, as they are for the bare loop; each is also written to the device before and taken from it after. Through the relay many go in one.',
      reasons: {
        'work of the main thread':
          'each event is written to the device before it goes, and its end after; the fastest keep nothing there.',
        requests:
          'the relay takes 500 events or 256 kB in one, and what is ready does not wait for the rest.',
        sent: 'each event goes with all that the service is to know of it, as its own document has it.',
      },
    },
    ...showingSections(rows, slow),
    {
      id: 'losing',
      title: 'Losing',
      text: `Twenty events are recorded, and something goes wrong: the page is left a second later, or its browser killed, while it has no network (_offline_, _killed_); the tab is closed right after the calls, or two tabs together; the service answers 500 for a minute, or 429 with \`Retry-After\` for ten seconds; the answer is lost on its way; the disk is full; IndexedDB never opens. On the next visit, online, the SDK is started again and has 30 seconds. Each story is played ${playsOf(peers)} with each SDK, ${short(recordedOf(peers) / storiesOf(peers).length)} events in all; those of closed tabs are races, which another run may end in another way. Twice are events that the collector has had more than once: where an answer was lost nobody can know better, and a service that knows them by their id counts them once all the same.`,
      axis: `events of ${short(recordedOf(peers))} that arrived`,
      scale: 'linear',
      bars: sorted(peers.map(keptBar), (a, b) => (b.value ?? 0) - (a.value ?? 0)),
      head: ['SDK', 'arrived', 'did not arrive', 'twice'],
      table: peers.map(({ name, kept }) => [
        `\`${name}\``,
        short(sum(kept, ({ arrived }) => arrived)),
        missingOf(kept).join(', ') || 'none',
        String(sum(kept, ({ twice }) => twice)),
      ]),
      why: 'A call of ours resolves once its event is on the device; these stories do not wait for that.',
      reasons: {
        twice:
          'what may have been lost with an answer is told again, under the same id, by which a service can count it once.',
      },
    },
    ...waitingSections(rows),
    ...(server ? [serverSection(server)] : []),
  ];
  return sections.filter(isMeasured);
}
