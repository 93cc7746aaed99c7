/** How pages of the shop speak to the service. */
export type Way = 'relay' | 'direct';

const KEY = 'panel-way';

/** The way that was chosen on this device; the relay until one was. */
export const wayChosen = (): Way => (localStorage.getItem(KEY) === 'direct' ? 'direct' : 'relay');

/** Lets pages speak that way from the next one on. */
export function chooseWay(way: Way): void {
  if (way === 'relay') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, way);
}
