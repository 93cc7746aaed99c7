import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { install } from '../../support/installed.js';

const ROOT = join(import.meta.dirname, '../../..');
/** Where they are installed. */
export const FOLDER = join(ROOT, 'build/peers');
/** Installed where a benchmark asks for them, so that nobody else has to. */
const PACKAGES = { '@iterable/api': '0.13.0', stripe: '23.1.0', octokit: '5.0.5', esbuild: '0.25.12' };

/** A client of some service for servers, and how a program makes one small read with it. */
export interface Peer {
  name: string;
  /** What a program imports, and all it brings along. */
  imports: string;
  /** Makes `call(signal)`, given `url` and `port`. */
  call: string;
  /** Updates all `people`, an iterable, given `url`, where the client has a call for that; gives how many the service took. */
  bulk?: string;
  /** What makes its requests: the name of another peer. */
  transport: 'fetch' | 'node:http';
}

/** Ours, and those that are comparable, from the barest on. */
export const peers: Peer[] = [
  {
    name: 'fetch',
    imports: '',
    call: "(signal) => fetch(url + '/api/lists', { headers: { 'Api-Key': 'key' }, signal }).then((response) => response.json())",
    transport: 'fetch',
  },
  {
    name: 'node:http',
    imports: "import { Agent, get } from 'node:http';",
    call: `((agent) => () => new Promise((resolve, reject) => {
      get(url + '/api/lists', { agent, headers: { 'Api-Key': 'key' } }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => (text += part)).on('end', () => resolve(JSON.parse(text)));
      }).on('error', reject);
    }))(new Agent({ keepAlive: true }))`,
    transport: 'node:http',
  },
  {
    name: 'tidings/admin',
    imports: "import { createAdmin } from 'tidings/admin';",
    // There is no limit to keep to here: what is measured is the client.
    call: `((admin) => (signal) => admin.lists.list(undefined, { signal }))
      (createAdmin({ apiKey: 'key', baseUrl: url, pace: false }))`,
    bulk: `(await createAdmin({ apiKey: 'key', baseUrl: url }).bulk.updateUsers(people)).sent`,
    transport: 'fetch',
  },
  {
    name: '@iterable/api',
    imports: "import { IterableClient } from '@iterable/api';",
    call: `((client) => () => client.getLists())(new IterableClient({ apiKey: 'key', baseUrl: url }))`,
    // It takes no more than a call does: what is above is for its caller to cut.
    bulk: `await (async () => {
      const client = new IterableClient({ apiKey: 'key', baseUrl: url });
      const all = [...people];
      const calls = Array.from({ length: all.length / 1_000 }, (_, n) =>
        client.bulkUpdateUsers({ users: all.slice(n * 1_000, (n + 1) * 1_000) }).then(() => 1_000, () => 0));
      return (await Promise.all(calls)).reduce((sum, count) => sum + count, 0);
    })()`,
    transport: 'node:http',
  },
  {
    name: 'stripe',
    imports: "import Stripe from 'stripe';",
    call: `((client) => () => client.customers.list())
      (new Stripe('key', { host: '127.0.0.1', port, protocol: 'http', telemetry: false }))`,
    transport: 'node:http',
  },
  {
    name: 'octokit',
    imports: "import { Octokit } from 'octokit';",
    call: `((client) => (signal) => client.request('GET /api/lists', { request: { signal } }))
      (new Octokit({ auth: 'key', baseUrl: url, log: { debug() {}, info() {}, warn() {}, error() {} } }))`,
    transport: 'fetch',
  },
];

/** Installs the peers beside our own build, unless they are there. */
export const installPeers = () => install('peers', PACKAGES);

/** Runs a program beside the peers; gives what it printed. */
export function runProgram(program: string, variables: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: FOLDER,
    env: { ...process.env, ...variables },
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (output += String(text)));
  child.stderr.on('data', (text: Buffer) => (errors += String(text)));
  return new Promise((resolve, reject) => {
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(errors))));
  });
}

/** What a program with this client weighs in one file, minified and compressed, in bytes. */
export function bundleSize({ imports, call }: Peer): number {
  const entry = join(FOLDER, 'entry.js');
  writeFileSync(entry, `${imports}\nexport const make = (url, port) => ${call};`);
  const args = ['--bundle', '--minify', '--platform=node', '--format=esm', '--log-level=error'];
  const bundled = execFileSync(join(FOLDER, 'node_modules/.bin/esbuild'), [entry, ...args], {
    cwd: FOLDER,
    maxBuffer: 1e8,
  });
  return gzipSync(bundled).length;
}

/** The version of a client as it is installed; that of Node for what comes with it. */
export function versionOf({ imports }: Peer): string {
  const [, name = 'node:'] = /from '([^']*)'/.exec(imports) ?? [];
  if (name.startsWith('node:')) return process.versions.node;
  const path = name.startsWith('tidings') ? ROOT : join(FOLDER, 'node_modules', name);
  return (JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as { version: string }).version;
}
