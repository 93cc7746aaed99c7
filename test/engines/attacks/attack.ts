/**
 * A message that means harm.
 *
 * In its texts, `{js}` is an expression that tells of itself wherever it runs (free of spaces, quotes, `<`, `>`, `&`
 * and `;`), `{url}` the address of a document, script or form that nobody may ask for, `{open}` that of a page that a
 * click may open, `{seen}` that of a picture that may be asked for, `{evil}` the origin of another site, and
 * `{base64}` a document with the script.
 */
export interface Attack {
  name: string;
  html: string;
  /** Fields of the message besides its HTML; those of `content` are merged into what it would be. */
  message?: Record<string, unknown>;
}

/** Names attacks after their family. */
export function family(name: string, attacks: Record<string, string>): Attack[] {
  return Object.entries(attacks).map(([own, html]) => ({ name: `${name}: ${own}`, html }));
}

/** A name as it stands in an address. */
export function slugOf(name: string): string {
  return encodeURIComponent(name.replaceAll(/[^\w]+/g, '-'));
}

/** Where attacks find what they need. */
export interface Range {
  /** The origin of the page that is attacked. */
  origin: string;
  /** The origin of a site of the attacker's. */
  evil: string;
}

/** A text of an attack, as the browser gets it. */
export function armed(text: string, name: string, range: Range): string {
  return text.replaceAll(
    /\{(js|url|open|seen|evil|base64)(?::([^}]+))?\}/g,
    (_, key: Key, own?: string) => valuesOf(own ?? slugOf(name), range)[key],
  );
}

type Key = 'js' | 'url' | 'open' | 'seen' | 'evil' | 'base64';

function valuesOf(slug: string, { origin, evil }: Range): Record<Key, string> {
  const url = `${origin}/pwned?${slug}`;
  const js = [
    `top.postMessage(\`pwned:${slug}\`,\`*\`)`,
    `parent.postMessage(\`pwned:${slug}\`,\`*\`)`,
    `new(Image)().src=\`${url}\``,
    'top.document.title=`pwned`',
    `new(Image)().src=\`${url}\`+top.document.cookie+top.localStorage.secret`,
  ];
  return {
    js: `[${js.join()}]`,
    url,
    open: `${origin}/opened?${slug}`,
    seen: `${origin}/seen?${slug}`,
    evil,
    base64: Buffer.from(`<script>[${js.join()}]</script>`).toString('base64'),
  };
}

/** One message of many attacks that do not get in each other's way, each in a place of its own. */
export function gathered(name: string, attacks: Attack[]): Attack {
  const parts = attacks.map(({ name: own, html }) => {
    const place = own.endsWith('of the body') ? html : `<div>${html}</div>`;
    return place.replaceAll(/\{(js|url|open|seen)\}/g, (_, key: string) => `{${key}:${slugOf(own)}}`);
  });
  return { name, html: `<h1>${name}</h1>${parts.join('\n')}` };
}
