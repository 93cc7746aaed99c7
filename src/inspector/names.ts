import type { TrackedEvent } from '../events/event.js';

/** What an event is called. */
export function nameOf(event: TrackedEvent): string {
  switch (event.kind) {
    case 'custom':
      return event.name;
    case 'cart':
      return cartOf(event.items);
    case 'message':
      return routeInWords(event.route);
    case 'profile':
    case 'purchase':
    case 'subscriptions':
      return event.kind;
    default:
      return 'what cannot be read';
  }
}

/** What an event is called, by the path that it is told at, and the body. */
export function nameOfCall(path: string, body: object): string {
  const { eventName, items = [] } = body as { eventName?: unknown; items?: unknown[] };
  if (typeof eventName === 'string') return eventName;
  const end = path.slice(path.lastIndexOf('/') + 1);
  if (end === 'updateCart') return cartOf(items);
  if (end === 'update') return 'profile';
  return end === 'updateSubscriptions' ? 'subscriptions' : routeInWords(path);
}

const cartOf = ({ length }: readonly unknown[]) => `cart of ${length}`;

/** Such as `in-app open` for `POST /api/events/trackInAppOpen`. */
function routeInWords(route: string): string {
  const [name = route] = /[^/]*$/.exec(route) ?? [];
  const kind = route.includes('embedded-messaging') ? 'embedded ' : '';
  return (
    kind + name.replace(/track|InApp|inApp/g, (word) => (word === 'track' ? '' : 'in-app '))
  ).toLowerCase();
}
