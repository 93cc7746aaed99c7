import { tag } from './tag.js';

/** How often each file was asked for in vain: a browser takes what has failed once for failed. */
const failures = new Map<string, number>();

/** Gets a file from beside the script, if it is the one that was built with it. */
export async function getLater(name: string, integrity: string): Promise<unknown> {
  const failed = failures.get(name);
  const { href } = new URL(failed ? `${name}?${failed}` : name, tag.src);
  const link = document.createElement('link');
  const { nonce = '' } = tag;
  // In words: what would tell them of a code may be missing, too.
  const why = `\`${name}\` could not be loaded, or is not the one built with this script: copy all \`tidings*.js\` of one version into one folder beside it`;
  Object.assign(link, { rel: 'modulepreload', integrity, href, nonce });
  await new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      failures.set(name, (failed ?? 0) + 1);
      reject(new Error(why));
    };
    document.head.append(link);
  }).finally(() => link.remove());
  return import(href);
}

// Those that come later get theirs with it, too.
(globalThis as Record<symbol, unknown>)[Symbol.for('tidings.later')] ??= getLater;
