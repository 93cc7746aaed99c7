/** What browsers let out of a page that ends: 64 KiB in flight is the Fetch standard's limit, the calls are ours. */
export const OUTLET = { bytes: 60_000, calls: 12 };
