/** The origin of the page's own site, also in a frame that has no address of its own. */
export const ownSite = (): string => (globalThis as { origin?: string }).origin ?? location.origin;
