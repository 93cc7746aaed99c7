import type { Route } from '../../admin/index.js';
import { confirm } from '../confirm.js';
import { EXIT, type Context } from '../context.js';
import { OUTPUTS, print } from '../output.js';
import { oneOf, wholeNumber } from '../usage.js';

/** What every call takes on the command line, beside its input. */
export const CALL_OPTIONS = {
  json: { type: 'string' },
  output: { type: 'string', default: 'json' },
  yes: { type: 'boolean', default: false },
  safe: { type: 'boolean', default: false },
  timeout: { type: 'string', default: '10' },
} as const;

/** How help tells of them, but for the first. */
export const CALL_WORDS: [string, string][] = [
  ['--output json|lines|table', 'How to print the answer. Default: json.'],
  ['--yes', 'Do not ask before it sends to people, or deletes.'],
  ['--safe', 'Refuse to send to people.'],
  ['--timeout SECONDS', 'How long to wait for each answer. Default: 10.'],
];

/** How a call is made and its answer printed, as options say. */
export interface CallChoices {
  output: string;
  yes: boolean;
  safe: boolean;
  timeout: string;
}

/** What is called. */
export interface Target {
  /** As whoever calls it knows it. */
  name: string;
  route: Route;
  /** What it does that nobody can take back. */
  harm: string | undefined;
}

/** Calls, once that is confirmed where it does harm, and prints the answer. */
export async function makeCall(
  { name, route, harm }: Target,
  input: object,
  choices: CallChoices,
  { terminal, connect }: Context,
): Promise<number> {
  const output = oneOf('output', choices.output, OUTPUTS);
  const timeout = wholeNumber('timeout', choices.timeout) * 1_000;
  const admin = connect({ safeMode: choices.safe });
  // What is refused anyway needs no leave.
  if (harm && !choices.yes && !choices.safe) await confirm(`\`${name}\` ${harm}`, terminal);
  const answer = await admin.request(route, input, { timeout, signal: terminal.stop });
  await print(answer, output, terminal);
  return EXIT.done;
}
