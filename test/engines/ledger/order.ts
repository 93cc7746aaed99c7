import type { Emulator } from '../../../src/emulator/app.js';

/** Who somebody is, by either name. */
interface Named {
  email?: string;
  userId?: string;
}

/** A body of any of the calls whose order matters. */
interface Body extends Named {
  user?: Named;
  users?: Body[];
  items?: { id: string }[];
  dataFields?: { last?: number };
}

/** What the service was told, in a line with what it must not overtake. */
interface Told {
  line: string;
  number: number;
}

/**
 * What the service has heard of for the first time after something newer of the same user. What was told once and is told
 * again, since nobody knows that it was heard, is followed again by what came after it.
 */
export function disorderIn({ requests }: Emulator['inspect']): string[] {
  const told = requests
    .filter(({ status }) => status === 200)
    .flatMap(({ route, body }) => toldBy(route, body as Body));
  const heard = new Map<string, Set<number>>();
  return told.flatMap(({ line, number }) => {
    const before = heard.get(line) ?? new Set();
    heard.set(line, before);
    const newer = [...before].find((other) => other > number);
    const isNew = !before.has(number);
    before.add(number);
    return isNew && newer !== undefined ? [`${number} of ${line} came after ${newer}`] : [];
  });
}

function toldBy(route: string, body: Body): Told[] {
  switch (route) {
    case 'POST /api/users/bulkUpdate':
      return (body.users ?? []).flatMap((one) => toldBy('POST /api/users/update', one));
    case 'POST /api/users/update':
      return body.dataFields?.last === undefined
        ? []
        : [{ line: `the profile of ${nameOf(body)}`, number: body.dataFields.last }];
    case 'POST /api/commerce/updateCart':
    case 'POST /api/commerce/trackPurchase':
      return [
        {
          line: `the cart of ${nameOf(body.user)}`,
          number: Number(body.items?.[0]?.id.replace('item-', '')),
        },
      ];
    default:
      return [];
  }
}

function nameOf({ email, userId = 'nobody' }: Named = {}): string {
  return email ?? userId;
}
