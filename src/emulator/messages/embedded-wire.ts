import type { DataFields } from '../../api/models/data-fields.js';
import type {
  EmbeddedButton,
  EmbeddedElements,
  EmbeddedMessage,
  EmbeddedText,
} from '../../api/models/embedded.js';
import type { MessageRow } from '../state/project.js';

/** An embedded template as it is rendered for a person, as far as a message shows it. */
interface RenderedEmbedded {
  title?: string;
  body?: string;
  placementId?: number;
  payload?: DataFields;
  elements?: Omit<EmbeddedElements, 'title' | 'body'>;
}

/** How a message stands in an answer, beside what it says. */
export interface EmbeddedStanding {
  /** Its rank in the placement; 1 is the highest. */
  priorityOrder: number;
  /** Whether the caller holds it, so that its elements need not come again (decision 34). */
  isHeld: boolean;
}

/** The placement that a message is for. */
export function placementOf({ content }: MessageRow): number {
  return Number((content as RenderedEmbedded).placementId);
}

/** An embedded message as an answer has it: of what it says, only what was filled in. */
export function embeddedMessage(
  row: MessageRow,
  { priorityOrder, isHeld }: EmbeddedStanding,
): EmbeddedMessage {
  const { messageId, campaignId, isProof } = row;
  const rendered = row.content as RenderedEmbedded;
  const elements = isHeld ? undefined : filledIn(elementsOf(rendered));
  return {
    metadata: { messageId, placementId: placementOf(row), campaignId, isProof, priorityOrder },
    ...(elements && { elements }),
    ...(hasData(rendered.payload) && { payload: rendered.payload }),
  };
}

function elementsOf({ title, body, elements = {} }: RenderedEmbedded): object {
  return {
    ...elements,
    title,
    body,
    buttons: elements.buttons?.map((button, index) => withId<EmbeddedButton>(button, `button-${index + 1}`)),
    text: elements.text?.map((text, index) => withId<EmbeddedText>(text, `text-${index + 1}`)),
  };
}

/** A part with an id; one of its own when the template gives none. */
function withId<Part extends { id?: string }>(part: Part, id: string): Part {
  return { id, ...part };
}

/** The fields that have data; none when no field has any. */
function filledIn(elements: object): EmbeddedElements | undefined {
  const filled = Object.entries(elements).filter(([, value]) => hasData(value));
  return filled.length ? Object.fromEntries(filled) : undefined;
}

function hasData<Value>(value: Value | undefined | null): value is Value {
  if (value === undefined || value === null || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
