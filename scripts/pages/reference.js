import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Application, Converter } from 'typedoc';
import { textOf } from './markdown.js';

const ROOT = join(import.meta.dirname, '../..');
/** Where the reference is in Markdown, before it becomes pages. */
const MARKDOWN = join(ROOT, 'build/reference');

/** The doors: their sources, their names, and whom they are for. */
const DOORS = [
  ['src/index.ts', 'tidings', 'who the visitor is, what they do, and the messages meant for them'],
  [
    'src/service-worker.ts',
    'tidings/service-worker',
    'what a service worker does with web pushes, and with what the last page has left',
  ],
  ['src/plan.ts', 'tidings/plan', 'what tells that an event breaks your tracking plan'],
  ['src/inspector.ts', 'tidings/inspector', 'a panel that shows, on any page, what the SDK does'],
  ['src/admin/index.ts', 'tidings/admin', 'every operation of the service, for servers'],
  ['src/admin/files.ts', 'tidings/admin/files', 'what a server keeps in files: how far work is, and exports'],
  ['src/admin/jobs.ts', 'tidings/admin/jobs', 'bulk work of many machines, on BullMQ'],
  ['src/admin/redis.ts', 'tidings/admin/redis', 'the pace that servers share through Redis'],
  ['src/admin/opentelemetry.ts', 'tidings/admin/opentelemetry', 'spans of what a server calls'],
  [
    'src/relay/index.ts',
    'tidings/relay',
    "what a site's own server answers its pages in place of the service",
  ],
  ['src/relay/queue.ts', 'tidings/relay/queue', 'what waits for the service in Redis, and who tells it'],
  ['src/emulator/app.ts', 'tidings/emulator', 'the service, on your own machine'],
];

/**
 * A page for each name of each door, made of the sentences in the sources.
 *
 * @returns {Promise<Map<string, import('./markdown.js').Text>>} By their paths, such as `api/tidings/index.html`.
 */
export async function referencePages() {
  rmSync(MARKDOWN, { recursive: true, force: true });
  await writeMarkdown();
  const files = readdirSync(MARKDOWN, { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((path) => path.endsWith('.md') && path !== 'index.md')
    .map((path) => /** @type {const} */ ([path, readFileSync(join(MARKDOWN, path), 'utf8')]));
  rmSync(MARKDOWN, { recursive: true });
  return new Map(
    [/** @type {const} */ (['index.md', overview()]), ...texts].map(([path, markdown]) => [
      pageOf(`api/${path}`),
      textOf(markdown, pageOf),
    ]),
  );
}

async function writeMarkdown() {
  /** @type {Partial<import('typedoc').TypeDocOptions & import('typedoc-plugin-markdown').PluginOptions>} */
  const options = {
    plugin: ['typedoc-plugin-markdown'],
    entryPoints: DOORS.map(([path = '']) => join(ROOT, path)),
    tsconfig: join(ROOT, 'tsconfig.json'),
    out: MARKDOWN,
    router: 'member',
    entryFileName: 'index',
    readme: 'none',
    logLevel: 'Warn',
    // The compiler has its own step in `npm test`.
    skipErrorChecking: true,
    disableSources: true,
    disableGit: true,
    excludeExternals: true,
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useCodeBlocks: true,
    pageTitleTemplates: { module: '{name}', member: '{name}' },
    indexFormat: 'table',
    tableColumnSettings: { hideModifiers: true, hideInherited: true, hideOverrides: true },
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    classPropertiesFormat: 'table',
    typeAliasPropertiesFormat: 'table',
    typeDeclarationFormat: 'table',
    validation: { invalidLink: true, notExported: false, notDocumented: false },
  };
  const app = await Application.bootstrapWithPlugins(options);
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    project.children?.forEach((door, index) => (door.name = DOORS[index]?.[1] ?? door.name));
  });
  const project = await app.convert();
  if (project) await app.generateOutputs(project);
  if (!project || app.logger.hasErrors() || app.logger.hasWarnings())
    throw new Error('The reference could not be made; what is wrong is said above.');
}

function overview() {
  const doors = DOORS.map(([, name, sentence]) => `- [\`${name}\`](${name}/index.md): ${sentence}`);
  return `# API reference\n\nEvery name of each door, with its sentence from the sources.\n\n${doors.join('\n')}\n`;
}

/** @param {string} href */
function pageOf(href) {
  return href.replace(/\.md(?=#|$)/, '.html');
}
