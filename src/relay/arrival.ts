/** What is known of a request beside what it says itself. */
export interface Arrival {
  /** What `user` and `address` are asked with. */
  asked: unknown;
  /** Where it comes from, as the socket says. */
  address?: string | undefined;
}

const arrivals = new WeakMap<Request, Arrival>();

/** Remembers how a request arrived, for as long as it is there. */
export function noteArrival(request: Request, arrival: Arrival): void {
  arrivals.set(request, arrival);
}

/** How a request arrived. */
export function arrivalOf(request: Request): Arrival {
  return arrivals.get(request) ?? { asked: request };
}
