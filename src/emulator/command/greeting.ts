import type { Emulator } from '../emulator.js';
import type { KeyType } from '../operation/keys.js';
import type { Choices } from './command-line.js';
import type { Served } from './server.js';
import { TOKEN_SECRET } from './token-secret.js';

const keyNames: Record<KeyType, string> = {
  server: 'Server key',
  readOnly: 'Read-only key',
  javascript: 'JavaScript key',
  mobile: 'Mobile key',
  web: 'Web key',
};

/** What an emulator is served with, as far as its greeting tells. */
export interface Greeted extends Pick<
  Choices,
  'control' | 'data' | 'import' | 'projects' | 'scenario' | 'secret' | 'seed'
> {
  /** Whether it holds what its file held. */
  isFound?: boolean;
  version: string;
}

/** The first words of the command: where it is, and what opens it. */
export function greeting({ keys }: Emulator, { url }: Served, greeted: Greeted): string {
  const { control, projects, secret, version } = greeted;
  const rows: [string, string][] = [
    ['Service', url],
    ['Console', `${url}/`],
    ...Object.entries(keyNames).map(([type, name]): [string, string] => [name, keys[type as KeyType]]),
    ['Token secret', secret ?? TOKEN_SECRET],
    ...(control ? [['Control token', control.token] satisfies [string, string]] : []),
    ...(projects > 1
      ? [['Projects', `${projects}; the keys of the second end in -2, and so on`] satisfies [string, string]]
      : []),
  ];
  return [
    `Tidings emulator ${version}`,
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(15)} ${value}`),
    '',
    contentsOf(greeted),
    'Stop it with Ctrl-C.',
  ].join('\n');
}

function contentsOf({ seed, data, import: imported, scenario, isFound }: Greeted): string {
  if (isFound) return `It holds what ${data} held.`;
  const from = imported ?? scenario;
  const shop = seed === 'shop' ? 'a shop to try things with' : 'nothing yet';
  const contents = from === undefined ? shop : `what ${from} says`;
  const kept =
    data === undefined ? 'It is gone when this ends: keep it with --data FILE.' : `It is kept in ${data}.`;
  return `It holds ${contents}. ${kept}`;
}
