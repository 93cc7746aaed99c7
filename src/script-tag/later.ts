import { tag } from './tag.js';

/** Gets a file from beside the script, if it is the one that was built with it. */
export async function getLater(name: string, integrity: string): Promise<unknown> {
  const { href } = new URL(name, tag.src);
  const link = document.createElement('link');
  const { nonce = '' } = tag;
  Object.assign(link, { rel: 'modulepreload', integrity, href, nonce });
  await new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () =>
      reject(new Error(`\`${name}\` could not be loaded, or is not the one built with this script`));
    document.head.append(link);
  }).finally(() => link.remove());
  return import(href);
}
