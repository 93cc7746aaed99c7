import type { EmbeddedMessage } from '../api/models/embedded.js';
import type { KeyOf } from '../browser/store.js';
import { placementIdOf } from '../embedded/placement-id.js';
import { ownerOf } from '../host/kept-for-user.js';
import { line, listOf, make, section } from './make.js';
import { featureOf, type Inspected, type Part } from './inspected.js';

/** The messages of placements, by their ids. */
type Placements = Map<string, EmbeddedMessage[]>;

/** Where the device keeps what fills placements. */
const KEPT = 'embedded placements' as KeyOf<{ user: string; value: Placements }>;

/** The placements of the page, and the messages that they are filled with. */
export function placementsPart({ host, masked }: Inspected): Part {
  const none = make('p', {}, 'There is no placement on this page.');
  const { list, show } = listOf<Row>(masked, 'Placements', ({ words, state, tone, more }) =>
    line(words, state, { tone, more }),
  );
  const element = section('Placements', list, none);
  let known: Placements = new Map();

  /** Of the device, since who asks the feature for a placement has the service asked for it. */
  async function remember() {
    const kept = await host.store((table) => table.get(KEPT));
    known = kept?.user === ownerOf(host) ? kept.value : new Map();
  }

  return {
    element,
    draw() {
      element.hidden = !featureOf(host, 'embedded');
      if (element.hidden) return;
      remember().catch(host.report);
      const ids = idsOf(host.project);
      none.hidden = ids.length > 0;
      show(ids.map((id) => rowOf(id, known)));
    },
  };
}

interface Row {
  words: string;
  state: string;
  tone: string;
  more: string;
}

function rowOf(id: string, known: Placements): Row {
  const titles = (known.get(id) ?? []).map(
    ({ elements, metadata }) => elements?.title ?? `message ${metadata.messageId}`,
  );
  const count = titles.length;
  return {
    words: `Placement ${id}`,
    state: count ? `${count} message${count > 1 ? 's' : ''}` : 'empty',
    tone: count ? 'good' : '',
    more: titles.join(' · '),
  };
}

/** The ids of a project's placements on the page. */
function idsOf(project: string): string[] {
  return placementsIn(document)
    .filter((one) => (one.getAttribute('project') ?? project) === project)
    .flatMap((one) => placementIdOf(one.getAttribute('placement-id')) ?? []);
}

/** The placements of a tree, and of the shadow trees in it. */
function placementsIn(root: ParentNode): Element[] {
  return [...root.querySelectorAll('*')].flatMap((one) => {
    if (one.localName === 'tidings-placement') return one;
    return one.shadowRoot ? placementsIn(one.shadowRoot) : [];
  });
}
