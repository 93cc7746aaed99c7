import { checkRoute } from './check-route.js';

/**
 * A test's own answer in place of an operation's; `answer` asks the service itself.
 *
 * What it throws is what the caller's `fetch` throws.
 */
export type StandIn = (request: Request, answer: () => Promise<Response>) => Promise<Response> | Response;

/** What stands in for operations. */
export interface StandIns {
  /** Has something stand in for a route; gives what takes it away again. Of two, the later answers. */
  handle(route: string, standIn: StandIn): () => void;
  /** What stands in for a route now, if anything. */
  of(route: string): StandIn | undefined;
}

/** Makes a place for stand-ins for these routes, where none is yet. */
export function createStandIns(routes: readonly string[]): StandIns {
  const standIns: { route: string; standIn: StandIn }[] = [];

  return {
    handle(route, standIn) {
      checkRoute(routes, route);
      if (typeof standIn !== 'function') throw new TypeError(`\`${route}\` needs a function that answers`);
      const row = { route, standIn: answering(route, standIn) };
      standIns.push(row);
      return () => {
        const index = standIns.indexOf(row);
        if (index >= 0) standIns.splice(index, 1);
      };
    },
    of: (route) => standIns.findLast((row) => row.route === route)?.standIn,
  };
}

/** What stands in, refused where it gives no answer, such as where its `return` was forgotten. */
function answering(route: string, standIn: StandIn): StandIn {
  return async (request, answer) => {
    const response = await standIn(request, answer);
    // By its look, since a test's runner may have a `Response` of its own.
    if (Object.prototype.toString.call(response) === '[object Response]') return response;
    throw new TypeError(
      `The handler of \`${route}\` must return a \`Response\`, or a promise of one; such as \`Response.json({})\``,
    );
  };
}
