import { make, setup } from '../shop/scripts/page.js';
import { consentSoFar } from '../shop/scripts/consent.js';
import { section } from './section.js';
import type { Part, Scene } from './scene.js';
import type { Life } from './tokens.js';

const CONSENT = {
  granted: 'allows',
  pending: 'not asked yet',
  denied: 'refuses',
};

/** Who the visitor is, and how long their token lives. */
export function visitorPart({ client, tokens, way }: Scene): Part {
  const who = make('dd');
  const consent = make('dd');
  const left = make('dd');
  const bar = make('span');
  const life = make('div', { class: 'panel-life', ariaHidden: 'true', hidden: way === 'relay' }, bar);
  const term = (words: string, answer: HTMLElement) => make('div', {}, make('dt', {}, words), answer);
  const element = section(
    'Visitor',
    make('dl', { class: 'panel-facts' }, term('Who', who), term('Consent', consent), term('Token', left)),
    life,
  );

  return {
    element,
    draw() {
      const { user } = client;
      who.textContent = user ? [setup.name, user.email].filter(Boolean).join(', ') : 'nobody yet';
      consent.textContent = CONSENT[consentSoFar()];
      left.textContent = way === 'relay' ? 'none here: the relay signs them' : lifeInWords(tokens.life);
      bar.style.inlineSize = `${shareLeft(tokens.life) * 100}%`;
    },
  };
}

function lifeInWords(life: Life | undefined): string {
  if (!life) return 'none in this page yet';
  const seconds = Math.max(0, Math.round((life.to - Date.now()) / 1_000));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return seconds ? `ends in ${time}, renewed before` : 'has ended: the next call renews it';
}

function shareLeft(life: Life | undefined): number {
  if (!life) return 0;
  return Math.min(1, Math.max(0, (life.to - Date.now()) / (life.to - life.from)));
}
