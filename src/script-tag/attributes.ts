import type { ClientOptions, DirectOptions, UserRef } from '../index.js';
import { must } from '../lib/must.js';
import { tokensFrom } from '../browser/tokens-from.js';

/** What the attributes of a tag ask for. */
export interface Wishes {
  client: ClientOptions;
  /** Who the page says its visitor is: nobody, where it says so. */
  user: UserRef | 'nobody' | undefined;
  isInApp: boolean;
  isEmbedded: boolean;
}

/** What they may say of where the service is, in the client's own words. */
const PLACE = ['apiKey', 'baseUrl', 'relay', 'project'] as const;
/** What attributes may say. Others are somebody else's. */
const NAMES = [...PLACE, 'tokenUrl', 'consent', 'email', 'userId', 'inApp', 'embedded', 'debug'] as const;

/** Reads what the attributes of a tag ask for, if they ask for anything. Throws where they are wrong. */
export function wishesIn(attributes: DOMStringMap): Wishes | undefined {
  if (!NAMES.some((name) => name in attributes)) return undefined;
  const { tokenUrl, consent, email, userId } = attributes;
  const isOn = (name: (typeof NAMES)[number]) => flagIn(attributes, name);
  const user = { ...(email && { email }), ...(userId && { userId }) } as UserRef;
  const isSaid = (email ?? userId) !== undefined;
  const said = PLACE.filter((name) => attributes[name]);
  must(attributes['relay'] !== '', '`relay` must be a path of your own site, such as `/tidings`');
  return {
    client: {
      ...(Object.fromEntries(said.map((name) => [name, attributes[name]])) as unknown as DirectOptions),
      debug: isOn('debug'),
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
