import { OptionError } from '../errors.js';

/** Headers by name. */
export type Headers = Record<string, string>;

/**
 * Checks headers before they are used, since the platform's own error of a bad one quotes it, and with
 * it a key or a token.
 */
export function checkedHeaders(headers: Headers): Headers {
  for (const [name, value] of Object.entries(headers) as [string, unknown][]) {
    if (!/^[\w-]+$/.test(name))
      throw new OptionError('The name of a header must be letters, digits and hyphens');
    if (typeof value !== 'string' || !/^[\x20-\x7e]+$/.test(value)) {
      throw new OptionError(`The header \`${name}\` must be a text of one line`);
    }
  }
  return headers;
}

/** The words of headers that are long enough to be secrets. */
export function secretsIn(headers: Headers): string[] {
  return Object.values(headers)
    .flatMap((value) => value.split(' '))
    .filter((word) => word.length > 7);
}
