/** What the bridge is told to show. */
export interface Shown {
  html: string;
  /** The language and the direction of the page, for a message that does not say. */
  lang: string;
  dir: string;
}

/** A link as it is written: its address and its target. */
export type Written = [href: string, target: string | null];

/** Where a link leads, and whether the frame opens it by itself; nothing, if the page alone knows what it does. */
export type Opening = [url: string, isNewTab: boolean] | undefined;

/** What the bridge says. */
export interface Said {
  /** What it is about. */
  is:
    /** It runs. */
    | 'begun'
    /** The message is built. */
    | 'built'
    /** Its pictures are there. */
    | 'loaded'
    /** How tall it is, in CSS pixels. */
    | 'height'
    /** Which link was clicked, counted from 0. */
    | 'click'
    /** Which was opened apart, by a middle click or with a key held. */
    | 'apart'
    | 'escape'
    /** How far down a finger has moved, in CSS pixels; up is below 0. */
    | 'swipe'
    /** Which form was sent, counted from 0; its name is the title. */
    | 'submit';
  count?: number;
  title?: string;
  /** Each of its links; of a form, the name and the value of each field. */
  hrefs?: Written[];
}
