import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { SHORT_NAMES } from '../../scripts/short-names.js';

const SOURCES = join(import.meta.dirname, '../../src');

/** Whose names are seen outside of one build: on a device that another version comes back to, or by a page. */
const seen: [what: string, file: string, ...interfaces: string[]][] = [
  ['a row on the device', 'events/outbox/row.ts', 'Row', 'Lease'],
  ['what is counted there', 'events/outbox/ledger.ts', 'Tally', 'Drop', 'Limits'],
  ['who the visitor is', 'identity/kept-visitor.ts', 'Word', 'Agreement'],
  ['what is known of a message', 'in-app/keeping/kept-messages.ts', 'Mark', 'Kept'],
  ['what a service worker knows of a project', 'push/worker/push-project.ts', 'PushProject'],
  ['an event', 'events/event.ts'],
  ['an error', 'errors.ts'],
  ['what features need of a client', 'host/host.ts', 'Host'],
  ['the options of a client', 'options.ts', 'OwnOptions', 'DirectOptions', 'RelayOptions'],
  ['a client', 'client.ts', 'Client'],
  ['what it tells of', 'telling/told.ts', 'Told'],
  ['what changes events', 'events/plugins.ts', 'Plugin'],
  ['its figures', 'events/recorder.ts', 'Stats'],
];

/** The names of the properties of some interfaces of a module; of all its types, where none is named. */
function declaredIn(file: string, interfaces: string[]): string[] {
  const text = readFileSync(join(SOURCES, file), 'utf8');
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  const names: string[] = [];
  const collect = (node: ts.Node) => {
    const isMember = ts.isPropertySignature(node) || ts.isMethodSignature(node);
    if (isMember || ts.isPropertyDeclaration(node)) names.push(node.name.getText());
    ts.forEachChild(node, collect);
  };
  for (const statement of statements) {
    const isNamed = ts.isInterfaceDeclaration(statement) && interfaces.includes(statement.name.text);
    if (isNamed || !interfaces.length) collect(statement);
  }
  return names;
}

describe('no short name is one of', () => {
  it.each(seen)('%s', (_, file, ...interfaces) => {
    const declared = declaredIn(file, interfaces);
    expect(declared.length).toBeGreaterThan(0);
    expect(declared.filter((name) => SHORT_NAMES.has(name))).toEqual([]);
  });
});
