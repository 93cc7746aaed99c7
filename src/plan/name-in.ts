/** The name of the schema of a plan that a `$ref` refers to; nothing where it refers to anything else. */
export function nameIn(ref: unknown): string | undefined {
  const [, name] = (typeof ref === 'string' && /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(ref)) || [];
  try {
    return name && decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined; // It is no address, so it refers to nothing.
  }
}
