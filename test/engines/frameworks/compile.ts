import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'rollup';
import { compile as compileSvelte } from 'svelte/compiler';
import ts from 'typescript';
import { compileScript, parse } from 'vue/compiler-sfc';

/** Where a page is rendered. */
export type Side = 'browser' | 'server';

/** What a source becomes, by how its name ends. */
const compilers: Record<string, (source: string, path: string, side: Side) => string> = {
  '.ts': toScript,
  '.tsx': toScript,
  '.vue': fromVue,
  '.svelte': fromSvelte,
};

/** Compiles each source with the compiler of its framework, for a browser or for a server. */
export function compile(side: Side): Plugin {
  return {
    name: 'compile',
    resolveId(id, importer) {
      if (!importer || !/^\..*\.js$/.test(id)) return null;
      const path = fileURLToPath(new URL(id, pathToFileURL(importer)));
      return ['.ts', '.tsx'].map((ending) => path.replace(/\.js$/, ending)).find(existsSync) ?? null;
    },
    transform: (source, path) => compilers[extname(path)]?.(source, path, side) ?? null,
  };
}

function toScript(source: string, fileName: string): string {
  const compilerOptions: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    jsx: ts.JsxEmit.ReactJSX,
    verbatimModuleSyntax: true,
  };
  return ts.transpileModule(source, { fileName, compilerOptions }).outputText;
}

function fromVue(source: string, filename: string, side: Side): string {
  const compilerOptions = { isCustomElement: (tag: string) => tag.startsWith('tidings-') };
  const { descriptor, errors } = parse(source, { filename, templateParseOptions: compilerOptions });
  if (errors[0]) throw errors[0];
  const { content } = compileScript(descriptor, {
    id: 'shop',
    inlineTemplate: true,
    templateOptions: { ssr: side === 'server', ssrCssVars: [], compilerOptions },
  });
  return toScript(content, `${filename}.ts`);
}

function fromSvelte(source: string, filename: string, side: Side): string {
  const generate = side === 'server' ? 'server' : 'client';
  const { js, warnings } = compileSvelte(source, { filename, generate, dev: true });
  if (warnings[0]) throw new Error(warnings[0].message);
  return js.code;
}
