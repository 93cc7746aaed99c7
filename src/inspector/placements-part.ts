import type { Embedded } from '../embedded/embedded.js';
import { placementIdOf } from '../embedded/placement-id.js';
import { line, listOf, make, section } from './make.js';
import { featureOf, type Inspected, type Part } from './inspected.js';

/** The placements of the page, and the messages that they are filled with. */
export function placementsPart({ host, masked }: Inspected): Part {
  const none = make('p', {}, 'There is no placement on this page.');
  const { list, show } = listOf<Row>(masked, 'Placements', ({ words, state, tone, more }) =>
    line(words, state, { tone, more }),
  );
  const element = section('Placements', list, none);
  const watched = new Map<string, Watched>();
  let source: Embedded | undefined;

  function forget(isMeant: (id: string) => boolean) {
    for (const [id, { stop }] of watched) {
      if (!isMeant(id)) continue;
      stop();
      watched.delete(id);
    }
  }
  /** Hears of those on the page, and of no others: each that is watched is asked for. */
  function watch(embedded: Embedded, ids: ReadonlySet<string>) {
    if (embedded !== source) forget(() => true);
    source = embedded;
    forget((id) => !ids.has(id));
    for (const id of ids) {
      if (watched.has(id)) continue;
      const entry: Watched = { titles: [], stop: () => undefined };
      watched.set(id, entry);
      entry.stop = embedded.watch(id, (messages) => {
        entry.titles = messages.map(
          ({ elements, metadata }) => elements?.title ?? `message ${metadata.messageId}`,
        );
      });
    }
  }

  return {
    element,
    draw() {
      const embedded = featureOf<Embedded>(host, 'embedded')?.feature;
      element.hidden = !embedded;
      if (!embedded) {
        forget(() => true);
        return;
      }
      const ids = idsOn(host.project);
      watch(embedded, new Set(ids));
      none.hidden = ids.length > 0;
      show(ids.map((id) => rowOf(id, watched.get(id)?.titles ?? [])));
    },
    close: () => forget(() => true),
  };
}

interface Watched {
  titles: string[];
  stop: () => void;
}

interface Row {
  words: string;
  state: string;
  tone: string;
  more: string;
}

function rowOf(id: string, titles: readonly string[]): Row {
  const count = titles.length;
  return {
    words: `Placement ${id}`,
    state: count ? `${count} message${count > 1 ? 's' : ''}` : 'empty',
    tone: count ? 'good' : '',
    more: titles.join(' · '),
  };
}

/** The ids of a project's placements on the page. */
function idsOn(project: string): string[] {
  const elements = [...document.querySelectorAll('tidings-placement')];
  return elements
    .filter((one) => (one.getAttribute('project') ?? project) === project)
    .flatMap((one) => placementIdOf(one.getAttribute('placement-id')) ?? []);
}
