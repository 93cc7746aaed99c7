import { join } from 'node:path';
import { Application, Converter, PageEvent } from 'typedoc';

const ROOT = join(import.meta.dirname, '../..');

/** The doors by their sources. */
const DOORS = new Map([
  ['src/index.ts', 'tidings'],
  ['src/service-worker.ts', 'tidings/service-worker'],
  ['src/admin/index.ts', 'tidings/admin'],
  ['src/emulator/app.ts', 'tidings/emulator'],
]);

/**
 * Writes a page for each name of each door, from the sentences in the sources.
 *
 * @param {string} out - The folder that takes them.
 */
export async function writeReference(out) {
  const app = await Application.bootstrap({
    entryPoints: [...DOORS.keys()].map((path) => join(ROOT, path)),
    tsconfig: join(ROOT, 'tsconfig.json'),
    out,
    name: 'Tidings',
    // What two doors give is told of under the first.
    sortEntryPoints: false,
    readme: 'none',
    logLevel: 'Warn',
    // The compiler has its own step in `npm test`.
    skipErrorChecking: true,
    disableSources: true,
    disableGit: true,
    excludeExternals: true,
    githubPages: false,
    includeHierarchySummary: false,
    hideGenerator: true,
    navigationLinks: { Guides: '/docs/', 'The shop': '/' },
    customCss: join(import.meta.dirname, 'reference.css'),
    validation: { invalidLink: true, notExported: false, notDocumented: false },
  });
  const names = [...DOORS.values()];
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    project.children?.forEach((door, index) => (door.name = names[index] ?? door.name));
  });
  app.renderer.on(PageEvent.END, (page) => {
    page.contents &&= accessible(page.contents);
  });
  const project = await app.convert();
  if (project) await app.generateOutputs(project);
  if (!project || app.logger.hasErrors() || app.logger.hasWarnings())
    throw new Error('The reference could not be made; what is wrong is said above.');
}

/**
 * A page of TypeDoc's in which a screen reader finds the text, and no link is inside another control.
 *
 * @param {string} html
 */
function accessible(html) {
  return html
    .replace('<div class="col-content">', '<div class="col-content" role="main">')
    .replace(/<summary\b[^]*?<\/summary>/g, (summary) =>
      summary.replace(/<a\b[^>]*class="tsd-anchor-icon"[^]*?<\/a>/g, ''),
    );
}
