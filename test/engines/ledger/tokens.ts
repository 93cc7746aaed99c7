import type { Emulator } from '../../../src/emulator/app.js';
import type { UserRef } from '../../../src/index.js';
import type { TokenMode } from './schedule.js';

/** How long tokens live, in seconds. */
const LONG_LIFE = 3_600;
const SHORT_LIFE = 2;

/** Answers a page that asks for a user's token, as well or badly as it is told. */
export async function answerToken(
  mode: TokenMode,
  user: UserRef,
  { signToken }: Emulator,
): Promise<Response> {
  switch (mode) {
    case 'right':
      return new Response(await signToken(user, { expiresIn: LONG_LIFE }));
    case 'short':
      return new Response(await signToken(user, { expiresIn: SHORT_LIFE }));
    case "another user's":
      return new Response(await signToken({ email: 'somebody@ledger.example' }, { expiresIn: LONG_LIFE }));
    case 'none':
      return new Response(null, { status: 204 });
    case 'failing':
      return new Response(null, { status: 500 });
  }
}

/** Says to a relay who is logged in, as well or badly as it is told. */
export function giveSession(mode: TokenMode, user: UserRef | undefined): UserRef | undefined {
  if (mode === 'failing') throw new Error('There are no sessions now');
  if (mode === "another user's") return { email: 'somebody@ledger.example' };
  return mode === 'none' ? undefined : user;
}
