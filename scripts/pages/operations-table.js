import { operations } from './operations.js';

/** All operations in Markdown: a section for each resource, with its table. */
export async function operationsTable() {
  const all = await operations();
  const resources = new Set(all.map(resourceOf));
  return [...resources]
    .map((resource) => `## ${resource}\n\n${table(all.filter((row) => resourceOf(row) === resource))}`)
    .join('\n\n');
}

/** @param {import('./operations.js').Operation} operation */
function resourceOf({ name }) {
  return name.split('.')[0] ?? '';
}

/** @param {import('./operations.js').Operation[]} rows */
function table(rows) {
  const head = ['operation', 'route', 'keys', 'repeated', 'limit'];
  const lines = rows.map(({ name, route, sentence, keys, retry, limit, reachesPeople }) => [
    `\`${name}\`<br>${sentence}${reachesPeople ? ' **Reaches people.**' : ''}`,
    `\`${route}\``,
    keys.join(', '),
    retry,
    limit || 'none',
  ]);
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
