import type { Act } from '../reactions/acts.js';
import { linksOf } from '../reactions/tracked-content.js';
import type { Medium, MessageRow } from '../state/project.js';
import { DAY, HOUR, MINUTE } from '../time.js';
import { waiting } from './chance.js';

/** How often something becomes of a message of a medium: parts of one. */
interface Habits {
  /** It does not arrive; nothing else becomes of it. */
  bounce?: number;
  /** Of the bounces, those that may go well another time. */
  soft?: number;
  open?: number;
  /** Of those who opened it; or of all, where nobody is seen to open one. */
  click?: number;
  /** Of those who clicked. */
  buy?: number;
  /** Of those who opened it. */
  close?: number;
  reply?: number;
  complain?: number;
  unsubscribe?: number;
  uninstall?: number;
  /** How long people leave it on average, in milliseconds. */
  after: number;
}

/** About what shops of this size see. */
const habits: Record<Medium, Habits> = {
  Email: {
    ...{ bounce: 0.012, soft: 0.5, open: 0.42, click: 0.22, buy: 0.16 },
    ...{ complain: 0.002, unsubscribe: 0.005, after: 5 * HOUR },
  },
  Push: { bounce: 0.01, open: 0.09, buy: 0.1, uninstall: 0.004, after: 20 * MINUTE },
  WebPush: { click: 0.07, buy: 0.1, after: 20 * MINUTE },
  SMS: { bounce: 0.015, click: 0.18, reply: 0.03, after: 15 * MINUTE },
  RCS: { after: HOUR },
  ChatApp: { bounce: 0.01, open: 0.75, click: 0.2, buy: 0.1, reply: 0.08, after: 30 * MINUTE },
  InApp: { open: 0.6, click: 0.2, buy: 0.08, close: 0.9, after: 10 * MINUTE },
  Embedded: { open: 0.7, click: 0.06, buy: 0.08, after: 10 * MINUTE },
};

const REPLIES = ['Thanks!', 'OK', 'Where is it?', 'Great', 'STOP'];

/** What someone does with a message, and when. */
export interface Answer {
  /** How long after the message, in milliseconds. */
  after: number;
  act: Act | 'buy';
  details?: { url?: string; text?: string; isSoft?: boolean };
}

/** What becomes of a message, as chance has it. */
export function answersTo({ medium, content }: MessageRow, chance: () => number): Answer[] {
  const { bounce = 0, soft = 0, after: average, ...rates } = habits[medium];
  const has = (rate = 0) => chance() < rate;
  if (has(bounce)) return [{ after: waiting(chance, MINUTE), act: 'bounce', details: { isSoft: has(soft) } }];
  const arrived = medium === 'InApp' || medium === 'Embedded' ? waiting(chance, DAY) : 0;
  const opened = arrived + waiting(chance, average);
  const isOpened = has(rates.open);
  const clicked = opened + waiting(chance, 2 * MINUTE);
  const links = linksOf(content);
  const url = links[Math.floor(chance() * links.length)];
  const needsLink = medium === 'Email' || medium === 'SMS' || medium === 'ChatApp';
  const isClicked = (isOpened || !rates.open) && has(rates.click) && (url !== undefined || !needsLink);
  const isInterested = isClicked || (medium === 'Push' && isOpened);

  const answers: (Answer | false)[] = [
    arrived > 0 && { after: arrived, act: 'arrive' },
    isOpened && { after: opened, act: 'open' },
    isOpened && medium === 'Email' && has(0.2) && { after: opened + waiting(chance, DAY), act: 'open' },
    isClicked && { after: clicked, act: 'click', details: url === undefined ? {} : { url } },
    isInterested && has(rates.buy) && { after: clicked + waiting(chance, 20 * MINUTE), act: 'buy' },
    isOpened && has(rates.close) && { after: clicked + waiting(chance, MINUTE), act: 'close' },
    has(rates.reply) && { after: opened, act: 'reply', details: { text: replyOf(chance) } },
    has(rates.complain) && { after: opened, act: 'complain' },
    has(rates.unsubscribe) && { after: clicked, act: 'unsubscribe' },
    has(rates.uninstall) && { after: opened, act: 'uninstall' },
  ];
  return answers.filter((answer) => answer !== false);
}

function replyOf(chance: () => number): string {
  return REPLIES[Math.floor(chance() * REPLIES.length)] ?? '';
}
