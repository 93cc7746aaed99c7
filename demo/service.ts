import { createAdmin, type Admin } from 'tidings/admin';
import { createEmulator, type Emulator } from 'tidings/emulator';

/** The service that the demo runs on, with the keys that its server holds. */
export interface Service {
  /** Where pages reach it; absent where the demo's own origin answers for it. */
  baseUrl?: string;
  /** The key that pages show. */
  webKey: string;
  /** The key that no page may see. It never leaves the server. */
  serverKey: string;
  /** What tokens are signed with. It never leaves the server. */
  tokenSecret: string;
  /** The server door. Its key never leaves the server. */
  admin: Admin;
  /** Absent on a real service. */
  emulator?: Emulator;
}

/** What a real service is reached with; all of them, or none. */
const NAMES = ['TIDINGS_BASE_URL', 'TIDINGS_WEB_KEY', 'TIDINGS_SERVER_KEY', 'TIDINGS_TOKEN_SECRET'] as const;

/** The real service that the environment names, or an emulator of one that has a shop. */
export function serviceOf(environment: Record<string, string | undefined>): Service {
  const [baseUrl = '', webKey = '', serverKey = '', tokenSecret = ''] = NAMES.map(
    (name) => environment[name],
  );
  if (!baseUrl) return emulated();
  const missing = NAMES.filter((name) => !environment[name]);
  if (missing.length) throw new Error(`To run on ${baseUrl}, set ${missing.join(', ')} too`);
  const admin = createAdmin({ apiKey: serverKey, baseUrl });
  return { baseUrl, webKey, serverKey, tokenSecret, admin };
}

/** A service on this machine. */
export interface Emulated extends Service {
  emulator: Emulator;
}

/** An emulator that has a shop, and the keys to it. */
export function emulated(): Emulated {
  const tokenSecret = 'the-secret-of-the-demo';
  const emulator = createEmulator({ contents: 'shop', tokenSecret });
  const { keys, fetch } = emulator;
  const admin = createAdmin({ apiKey: keys.server, baseUrl: 'http://emulator', fetch });
  return { webKey: keys.web, serverKey: keys.server, tokenSecret, admin, emulator };
}
