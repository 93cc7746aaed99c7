import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import commonjs from '@rollup/plugin-commonjs';
import resolve from '@rollup/plugin-node-resolve';
import { rollup, type Plugin } from 'rollup';
import { compile } from './compile.js';

const built = join(import.meta.dirname, '../../../build/frameworks');

/** A page as a site of a framework delivers it. */
export interface FrameworkPage {
  /** What its server has rendered. */
  rendered: string;
  /** Its scripts by the path where they are. */
  scripts: Map<string, string>;
}

const pages = new Map<string, Promise<FrameworkPage>>();

/** Builds the page of a framework for browsers and for servers, once, and renders it on one. */
export function buildPage(framework: string): Promise<FrameworkPage> {
  const page = pages.get(framework) ?? build(framework);
  pages.set(framework, page);
  return page;
}

async function build(framework: string): Promise<FrameworkPage> {
  const entry = (side: string) =>
    join(import.meta.dirname, framework, `${side}.${framework === 'react' ? 'tsx' : 'ts'}`);
  const isInstalled = (id: string) => !/^[./]/.test(id);
  const file = join(built, `${framework}.js`);
  const forServer = await rollup({
    input: entry('server'),
    external: isInstalled,
    plugins: [compile('server')],
  });
  await forServer.write({ file, format: 'es' });
  const forBrowser = await rollup({
    input: entry('browser'),
    plugins: [
      development,
      compile('browser'),
      resolve({ browser: true, exportConditions: ['development'] }),
      commonjs(),
    ],
    onwarn: (warning, warn) => void (/node_modules/.test(warning.id ?? warning.message) || warn(warning)),
  });
  const { output } = await forBrowser.generate({ format: 'es', chunkFileNames: '[name].js' });
  const scripts = output.flatMap((chunk) =>
    chunk.type === 'chunk' ? [[`/app/${chunk.fileName}`, chunk.code] as const] : [],
  );
  return {
    rendered: execFileSync(process.execPath, [file], { encoding: 'utf8' }),
    scripts: new Map(scripts),
  };
}

/** What a bundler says to packages while a site is being developed: they warn of more. */
const development: Plugin = {
  name: 'development',
  transform(code) {
    const said = code
      .replaceAll('process.env.NODE_ENV', '"development"')
      .replaceAll(/\b__VUE_(OPTIONS_API|PROD_DEVTOOLS|PROD_HYDRATION_MISMATCH_DETAILS)__\b/g, 'false');
    return said === code ? null : { code: said, map: null };
  },
};
