import type { ClientOptions, UserRef } from '../index.js';
import { must } from '../lib/must.js';
import { tokensFrom } from './tokens.js';

/** What the attributes of a tag ask for. */
export interface Wishes {
  client: ClientOptions;
  /** Who the page says its visitor is: nobody, where it says so. */
  user: UserRef | 'nobody' | undefined;
  isInApp: boolean;
  isEmbedded: boolean;
}

/** What attributes may say. Others are somebody else's. */
const NAMES = [
  'apiKey',
  'baseUrl',
  'project',
  'tokenUrl',
  'consent',
  'email',
  'userId',
  'inApp',
  'embedded',
  'debug',
] as const;

/** Reads what the attributes of a tag ask for, if they ask for anything. Throws where they are wrong. */
export function wishesIn(attributes: DOMStringMap): Wishes | undefined {
  if (!NAMES.some((name) => name in attributes)) return undefined;
  const { apiKey = '', baseUrl = '', project, tokenUrl, consent, email, userId } = attributes;
  const isOn = (name: (typeof NAMES)[number]) => flagIn(attributes, name);
  const user = { ...(email && { email }), ...(userId && { userId }) } as UserRef;
  const isSaid = (email ?? userId) !== undefined;
  return {
    client: {
      ...{ apiKey, baseUrl, debug: isOn('debug') },
      ...(project && { project }),
      ...(consent !== undefined && { consent: consent as 'granted' }),
      ...(tokenUrl !== undefined && { getToken: tokensFrom(tokenUrl) }),
    },
    user: isSaid ? (email || userId ? user : 'nobody') : undefined,
    isInApp: isOn('inApp'),
    isEmbedded: isOn('embedded'),
  };
}

function flagIn(attributes: DOMStringMap, name: string): boolean {
  const { [name]: value } = attributes;
  must(
    ['', 'true', 'false', undefined].includes(value),
    `\`${name}\` must be true, false, or without a value`,
  );
  return value === '' || value === 'true';
}
