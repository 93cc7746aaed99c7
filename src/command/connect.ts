import { createAdmin, type Admin, type AdminOptions } from '../admin/index.js';
import { instead } from '../lib/near-names.js';
import type { CommonOptions } from './common-options.js';
import { savedKeys, warnIfOpen, type SavedKey } from './keys/saved-keys.js';
import { dotenv } from './dotenv.js';
import { refuse } from './usage.js';
import type { Context } from './context.js';
import type { Terminal } from './terminal.js';
import { tellWaits } from './waits.js';

/** The name of the key that is used where nothing says which. */
export const DEFAULT_KEY = 'default';

/**
 * Connects to the service: by the key that `--key` names, else by the variables of the environment, else by those of a
 * file `.env` here, else by the key that is kept as `default`.
 */
export function connectTo(
  terminal: Terminal,
  { key, isDebugging }: CommonOptions,
  options: Omit<AdminOptions, 'apiKey' | 'baseUrl'> & Pick<Context, 'now'>,
): Admin {
  const hooks = isDebugging ? loggerFor(terminal) : tellWaits({ terminal, now: options.now });
  return createAdmin({ ...serviceOf(terminal, key), ...hooks, ...options });
}

/** Refuses a key or an address that is none. */
export function checkService(service: SavedKey): void {
  createAdmin(service);
}

/** The key and the address to use. */
export function serviceOf({ variables, say }: Terminal, key: string | undefined): SavedKey {
  if (key !== undefined) return keptAs(key, variables, say);
  const file = dotenv();
  const apiKey = variables['TIDINGS_API_KEY'] ?? file['TIDINGS_API_KEY'];
  const baseUrl = variables['TIDINGS_BASE_URL'] ?? file['TIDINGS_BASE_URL'];
  if (!apiKey && !baseUrl && savedKeys(variables).has(DEFAULT_KEY))
    return keptAs(DEFAULT_KEY, variables, say);
  if (!apiKey)
    return refuse(
      '`TIDINGS_API_KEY` must be set to a server-side key, or one be kept with `tidings keys add`',
    );
  if (!baseUrl)
    return refuse('`TIDINGS_BASE_URL` must be set to where the service is, such as https://api.example.com');
  return { apiKey, baseUrl };
}

function keptAs(name: string, variables: Terminal['variables'], say: Terminal['say']) {
  warnIfOpen(variables, say);
  const keys = savedKeys(variables);
  const found = keys.get(name);
  if (found) return found;
  if (!keys.size) return refuse('No key is kept yet: `tidings keys add NAME --base-url URL` keeps one');
  return refuse(`No key is kept as ${name}. ${instead(name, [...keys.keys()])}`);
}

/** Tells of each request, and all else that a log may hold. */
function loggerFor({ say }: Terminal): Pick<AdminOptions, 'logger'> {
  return { logger: { debug: say, info: say, warn: say, error: say } };
}
