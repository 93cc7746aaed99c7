/** The cookies of a request by name; of one name there may be several, since other paths and hosts may set them. */
export function cookiesOf({ headers }: Request): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const pair of (headers.get('Cookie') ?? '').split(';')) {
    const [name = '', value = ''] = pair.trim().split('=', 2);
    if (name) found.set(name, [...(found.get(name) ?? []), value]);
  }
  return found;
}

/** A cookie as it is set. */
export interface NewCookie {
  name: string;
  value: string;
  /** How long it lives, in seconds; none is forgotten at once. */
  maxAge: number;
}

/** A cookie that goes back to the relay alone, and that no script of a page sees. */
export function cookieText(
  { name, value, maxAge }: NewCookie,
  { path, isSecure }: { path: string; isSecure: boolean },
): string {
  // Such a sign would end the path, and begin what is not ours to say.
  const place = path.replace(/[^\w\-.~!$&'()*+=:@%/]/g, encodeURIComponent);
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${value}; Path=${place}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`;
}
