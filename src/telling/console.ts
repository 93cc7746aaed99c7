import type { TellingParts } from './parts.js';

/** How often to look why something waits, in milliseconds. */
const GLANCE = 1_000;

/** The clients that are looked at, and what was told of each. */
const looking = new WeakSet<TellingParts>();
const warnings = new WeakMap<TellingParts, Set<string>>();

/**
 * Tells the console of a step, if the page wants to know; else of an error that nobody hears and only who writes the page
 * can mend, once.
 */
export function tellConsole(parts: TellingParts, name: string, what: unknown, isHeard: boolean): void {
  if (parts.base.debug) {
    write('info', name, what);
    void lookOn(parts);
  } else if (!isHeard && isMistake(what)) {
    warn(parts, what);
  }
}

function warn(parts: TellingParts, error: Error & { code?: string }): void {
  const warned = warnings.get(parts) ?? new Set();
  warnings.set(parts, warned);
  const { message, code = message } = error;
  if (warned.has(code)) return;
  warned.add(code);
  const isBare = error.name === 'ApiError' && !parts.base.getToken;
  write('warn', message, isBare ? '(this client has no `getToken`)' : '');
}

/** Whether an error is a wrong key or token, or an unusable option: nothing that passes by itself. */
function isMistake(error: unknown): error is Error {
  const { name, status } = error as { name?: string; status?: number };
  return name === 'OptionError' || status === 401 || status === 403;
}

function write(level: 'info' | 'warn', text: string, what: unknown): void {
  console[level](`tidings: ${text}`, what);
}

/** Tells, while the page wants to know, why what is recorded waits: each time that the reason is another. */
async function lookOn(parts: TellingParts): Promise<void> {
  if (looking.has(parts)) return;
  looking.add(parts);
  for (let told = ''; parts.base.debug;) {
    const why = await whyItWaits(parts);
    if (why && why !== told) write('info', why, '');
    told = why;
    await new Promise((resolve) => setTimeout(resolve, GLANCE));
  }
  looking.delete(parts);
}

/** Why what is recorded waits; no text when it does not. */
async function whyItWaits({ base, visitor, delivery, outbox }: TellingParts): Promise<string> {
  const { user, consent } = visitor;
  if (consent === 'denied') return 'nothing is recorded: consent is denied, or there is no page';
  const { waiting, pausedUntil } = await outbox.count();
  if (!waiting) return '';
  if (consent === 'pending') return `${waiting} wait in the memory of this page: consent is pending`;
  if (!user) return `${waiting} wait: there is no user, call \`identify\``;
  const trouble = delivery.troubleOf(user) as Error | undefined;
  if (trouble) return `${waiting} wait: ${trouble.message}`;
  if (pausedUntil <= base.now()) return '';
  return `${waiting} wait: the service is left alone until ${new Date(pausedUntil).toLocaleTimeString()}`;
}
