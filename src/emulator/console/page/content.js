import { element, facts, jsonElement, timeElement } from './dom.js';
import { framed } from './framed.js';
import { known } from './live.js';
import { badge, unfolding } from './rows.js';
import { tablesView } from './tables.js';

/** @typedef {import('../../state/project.js').CampaignRow} Campaign */
/** @typedef {import('../../state/project.js').JourneyRow} Journey */
/** @typedef {import('../../state/project.js').SnippetRow} Snippet */
/** @typedef {import('../../state/project.js').TemplateRow} Template */

/** What is sent: campaigns, the templates they are made of, journeys and snippets. */
export function contentView() {
  return tablesView('Campaigns and templates', [
    { name: 'campaigns', title: 'Campaigns', row: campaignRow },
    {
      name: 'templates',
      title: 'Base templates',
      row: templateRow,
      search: '"type":"Base"',
      has: (/** @type {Template} */ { type }) => type === 'Base',
    },
    { name: 'journeys', title: 'Journeys', row: journeyRow },
    { name: 'snippets', title: 'Snippets', row: snippetRow },
  ]);
}

/** @param {Campaign} campaign */
function campaignRow(campaign) {
  const { id, name, type, campaignState, messageMedium, createdAt, startAt, templateId } = campaign;
  const kind = campaignState === 'Running' ? 'good' : campaignState === 'Aborted' ? 'bad' : 'plain';
  return unfolding(
    [badge(campaignState, kind), element('span', { className: 'summary' }, name)],
    () => [
      facts(
        ['Campaign', id],
        ['Type', type],
        ['Made', timeElement(createdAt, known.now)],
        ['Starts', startAt === undefined ? undefined : timeElement(startAt, known.now)],
      ),
      framed(`templates/${templateId}/page`, 'The template as it is written'),
      jsonElement(campaign, 'Fields of the campaign'),
    ],
    messageMedium,
  );
}

/** @param {Template} template */
function templateRow(template) {
  const { id, name, channel } = template;
  return unfolding(
    [
      badge(channel, channel === 'inApp' ? 'in-app' : channel),
      element('span', { className: 'summary' }, name),
    ],
    () => [
      framed(`templates/${id}/page`, 'The template as it is written'),
      jsonElement(template, 'Fields of the template, by locale'),
    ],
    `template ${id}`,
  );
}

/** @param {Journey} journey */
function journeyRow(journey) {
  const { id, name, description, enabled, isArchived, triggerEventNames } = journey;
  const state = isArchived ? 'Archived' : enabled ? 'On' : 'Off';
  return unfolding(
    [badge(state, state === 'On' ? 'good' : 'plain'), element('span', { className: 'summary' }, name)],
    () => [
      facts(['Journey', id], ['About', description], ['Starts at', triggerEventNames.join(', ')]),
      jsonElement(journey, 'Fields of the journey'),
    ],
    triggerEventNames.join(', '),
  );
}

/** @param {Snippet} snippet */
function snippetRow(snippet) {
  const { id, name, description, content, variables } = snippet;
  return unfolding(
    [element('span', { className: 'summary' }, name)],
    () => [
      facts(['Snippet', id], ['About', description]),
      element('pre', { tabIndex: 0, role: 'group', 'aria-label': 'Content of the snippet' }, content),
    ],
    variables.join(', '),
  );
}
