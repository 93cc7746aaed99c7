/** A message from fields alone, as its `customPayload.tidings.view` says; all of it is data, and text is text. */
export interface NativeView {
  /** What it is: a bar at the foot, a card over the page, or the whole window. */
  kind: 'slide-up' | 'modal' | 'full';
  title?: string;
  /** Lines are kept. */
  body?: string;
  image?: {
    /** An `https:` or `http:` address. */
    url: string;
    /** What it shows. Default: it adds nothing to the text. */
    alt?: string;
  };
  /** At most four; what each leads to, as a link of a message in HTML does. */
  buttons?: { label: string; url: string }[];
  /** What it asks, at most 20. */
  fields?: FormField[];
  /** What becomes of the answers. */
  submit?: Submission;
}

/** A question of a view. */
export interface FormField {
  /** What the answer is called. */
  name: string;
  type: 'email' | 'phone' | 'text' | 'rating' | 'choice';
  /** The question. */
  label: string;
  /** Whether it must be answered. Default: `false`. */
  required?: boolean;
  /** What a choice is between, at most 20. */
  options?: string[];
  /** The best rating, up to 10, by default 5; or how long a text may be, up to 2,000 characters, by default 100. */
  max?: number;
}

/** What becomes of a form that a visitor sends. */
export interface Submission {
  /** Into the visitor's profile, or an event of theirs. Default: the page alone hears of it. */
  to?: 'user' | 'track';
  /** The name of that event. */
  event?: string;
  /** What the form of a view is called. Default: `form`. */
  name?: string;
  /** What the button of a view says. Default: the text `send`. */
  label?: string;
  /** What is said once it was sent. Default: the text `thanks`. */
  thanks?: string;
}
