import { refuse } from './usage.js';
import type { Terminal } from './terminal.js';

/** Asks whether to do what nobody can take back; refuses where nobody can be asked, or says no. */
export async function confirm(what: string, { ask, isAsked }: Terminal): Promise<void> {
  if (!isAsked) refuse(`${what}: add \`--yes\` if that is what you want`);
  const answer = await ask(`${what}. Go on? [y/N] `);
  if (!/^y(es)?$/i.test(answer)) refuse('Nothing was sent');
}
