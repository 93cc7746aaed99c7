import { onOnline, onPageHidden, onPageLeft, onPageShown } from './browser/page.js';
import type { LaterSpeaking } from './events/later-delivery.js';
import type { Recorder } from './events/recorder.js';
import type { Visitor } from './identity/visitor.js';

/** The parts of a client that a page's moments concern. */
export interface PageParts {
  base: { onTrouble: (trouble: unknown) => void };
  on(name: 'consent' | 'user', listener: () => void): () => void;
  visitor: Pick<Visitor, 'meet'>;
  recorder: Pick<Recorder, 'adopt' | 'obey'>;
  delivery: LaterSpeaking;
}

/** Does what the page's moments and the visitor's changes call for, beginning with its start. Gives the functions that stop it. */
export function followPage({ base: { onTrouble }, on, visitor, recorder, delivery }: PageParts) {
  // What is nobody's is adopted once the device has said who the visitor is. What waits is tried at once.
  function obey() {
    delivery.recall();
    recorder.obey().then(recorder.adopt).then(delivery.soon).catch(onTrouble);
  }
  obey();
  // Also before they agree: they may have, and a killed browser or the site may have forgotten it.
  void visitor.meet()?.catch(onTrouble);
  return [
    on('consent', obey),
    on('user', () => {
      delivery.recall();
      recorder.adopt().catch(onTrouble);
    }),
    onOnline(obey),
    onPageShown(obey),
    onPageHidden(delivery.urgently),
    onPageLeft(delivery.leave),
  ];
}
