import { element, fill, jsonElement, timeElement } from './dom.js';
import { framed } from './framed.js';
import { known } from './live.js';
import { unfolding } from './rows.js';
import { get } from './service.js';

/** @typedef {import('../../content.js').CampaignRow} Campaign */
/** @typedef {import('../../content.js').TemplateRow} Template */
/**
 * @template Row
 * @typedef {import('../views.js').View<Row>} Page
 */

/**
 * Campaigns and templates.
 *
 * @returns {Promise<import('./main.js').View>}
 */
export async function contentView() {
  const campaigns = /** @type {Page<Campaign>} */ (await get('rows/campaigns?pageSize=1000'));
  const templates = /** @type {Page<Template>} */ (await get('rows/templates?pageSize=1000'));
  const byId = new Map(templates.rows.map((template) => [template.id, template]));
  const bases = templates.rows.filter(({ type }) => type === 'Base');
  const content = element('div', { className: 'columns even' });
  fill(
    content,
    section(
      'Campaigns',
      campaigns.rows.map((campaign) => campaignRow(campaign, byId.get(campaign.templateId))),
    ),
    section('Base templates', bases.map(templateRow)),
  );
  return { title: 'Campaigns and templates', content };
}

/**
 * @param {string} title
 * @param {HTMLElement[]} rows
 */
function section(title, rows) {
  return element(
    'section',
    { 'aria-label': title },
    element('h2', {}, `${title} (${rows.length})`),
    rows.length
      ? element('ol', { className: 'rows' }, ...rows)
      : element('p', { className: 'empty' }, 'None yet.'),
  );
}

/**
 * @param {Campaign} campaign
 * @param {Template | undefined} template
 */
function campaignRow(campaign, template) {
  const { id, name, campaignState, messageMedium, createdAt } = campaign;
  const kind = campaignState === 'Running' ? 'good' : campaignState === 'Aborted' ? 'bad' : 'plain';
  return unfolding(
    [
      element('span', { className: `badge ${kind}` }, campaignState),
      element('span', { className: 'summary' }, name),
    ],
    () => [
      element('p', {}, `Campaign ${id}, made `, timeElement(createdAt, known.now)),
      template && shown(template),
      jsonElement(campaign),
    ],
    messageMedium,
  );
}

/** @param {Template} template */
function templateRow(template) {
  const { id, name, channel } = template;
  const kind = channel === 'inApp' ? 'in-app' : channel;
  return unfolding(
    [
      element('span', { className: `badge ${kind}` }, channel),
      element('span', { className: 'summary' }, name),
    ],
    () => [shown(template), jsonElement({ ...template, content: Object.keys(template.content).length })],
    `template ${id}`,
  );
}

/** @param {Template} template */
function shown({ id }) {
  return framed(`templates/${id}/page`, 'The template as it is written');
}
