import { readTemplate, readTemplateIds } from '../../calling/mended-answers.js';
import type { DataFields } from '../../../api/models/data-fields.js';
import type { EmbeddedAction, EmbeddedButton, EmbeddedText } from '../../../api/models/embedded.js';
import type { Operation } from '../../calling/operation.js';
import { mustSay } from '../../calling/said-answer.js';
import type { Envelope } from '../../../api/models/envelope.js';
import type {
  CampaignTemplateRecord,
  TemplateBasics,
  TemplateChange,
  TemplateRef,
  TemplateUpsert,
  UpsertedTemplates,
} from './template.js';

/** Templates of embedded messages. */
export const embeddedTemplates = (operation: Operation) => ({
  /** A template of an embedded message. */
  get: operation<TemplateRef, EmbeddedTemplate>('GET /api/templates/embedded/get', {
    mend: readTemplate,
    limit: { limit: 100, per: 'second', scope: 'project' },
  }),
  /** Changes the fields of an embedded message's template that are sent. */
  update: operation<EmbeddedTemplateUpdate, Envelope>('POST /api/templates/embedded/update', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: mustSay,
  }),
  /** Changes the templates of embedded messages that share your own id, or creates one. */
  upsert: operation<EmbeddedTemplateUpsert, UpsertedTemplates>('POST /api/templates/embedded/upsert', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: readTemplateIds,
  }),
});

/** What an embedded message says, and where. */
export interface EmbeddedContent extends TemplateBasics {
  title?: string;
  body?: string;
  /** The place the message is for. */
  placementId?: number;
  payload?: DataFields;
  elements?: EmbeddedTemplateElements;
}

/** What a message shows beside its title and body. */
export interface EmbeddedTemplateElements {
  /** Two at most. */
  buttons?: EmbeddedButton[];
  /** What a click beside the buttons does. */
  defaultAction?: EmbeddedAction;
  /** Where the picture is. */
  mediaUrl?: string;
  /** What the picture shows, in words. */
  mediaUrlCaption?: string;
  /** Texts under labels that the placement sets. */
  text?: EmbeddedText[];
}

/** An embedded message's template. */
export interface EmbeddedTemplate extends EmbeddedContent, CampaignTemplateRecord {}

/** An embedded message's template, and what to change of it. */
export interface EmbeddedTemplateUpdate extends EmbeddedContent, TemplateChange {}

/** An embedded message's template to write, whether it is there or not. */
export type EmbeddedTemplateUpsert = EmbeddedContent & TemplateUpsert;
