import { tag } from './tag.js';

/** Gets a file from beside the script, if it is the one that was built with it. */
export async function getLater(name: string, integrity: string): Promise<unknown> {
  const { href } = new URL(name, tag.src);
  const link = document.createElement('link');
  const { nonce = '' } = tag;
  // In words: what would tell them of a code may be missing, too.
  const why = `\`${name}\` could not be loaded, or is not the one built with this script`;
  Object.assign(link, { rel: 'modulepreload', integrity, href, nonce });
  await new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => reject(new Error(why));
    document.head.append(link);
  }).finally(() => link.remove());
  return import(href);
}
