/** When a visitor is asked whether they want pushes, and in which words. */
export interface PushPromptOptions {
  /** From which of their pages on, counted while it is known who they are, and once they see it. Default: 2. */
  fromPage?: number;
  /** Only after they did this: the name of a custom event, or `purchase`. Default: after nothing. */
  afterEvent?: string;
  /** How long they have been on the page, in milliseconds. Default: 5 seconds. */
  delay?: number;
  /** How many days after "later" they are asked again. Default: 30. */
  days?: number;
  /** How often they may say "later" before they are asked no more. Default: 3. */
  times?: number;
  /** What they may choose from. Default: nothing, all that is pushed comes. */
  categories?: PushCategory[];
  /** Gets what they chose. Default: `updateSubscriptions` of the client gets what they left, as `unsubscribedMessageTypeIds`. */
  onChoice?: (choice: PushChoice) => unknown;
  /** Your words. Default: English ones. */
  texts?: Partial<PushTexts>;
}

/** A kind of messages that a visitor may have or leave. */
export interface PushCategory {
  /** The id of the message type at the service. */
  messageTypeId: number;
  /** What the visitor calls it. */
  name: string;
  /** Whether they have it, before they choose. Default: `true`. */
  isOn?: boolean;
}

/** What a visitor chose, by the ids of message types. */
export interface PushChoice {
  chosen: number[];
  left: number[];
}

/** The words of `<tidings-push-prompt>` and `<tidings-push-bell>`. */
export interface PushTexts {
  /** Asks. Default: `May we send you notifications?`. */
  title: string;
  /** Default: `You can turn them off again at any time.`. */
  body: string;
  /** Stands above the categories. Default: `What about?`. */
  choose: string;
  /** Default: `Turn on`. */
  yes: string;
  /** Default: `Later`. */
  later: string;
  /** Default: `Turn off`. */
  turnOff: string;
  /** Default: `Close`. */
  close: string;
  /** Default: `Notifications are on`. */
  on: string;
  /** Default: `Notifications are off`. */
  off: string;
  /** Default: `Notifications are blocked`. */
  blocked: string;
  /** Default: `Allow them in your browser’s settings for this site.`. */
  unblock: string;
  /** For iPhones and iPads. Default: `Add this site to your home screen and open it there to get notifications.`. */
  install: string;
  /** Default: `That did not work. Please try again later.`. */
  failed: string;
}

/** The words of a page, in English where it gives none. */
export function textsOf(own: Partial<PushTexts> = {}): PushTexts {
  return {
    ...{ title: 'May we send you notifications?', body: 'You can turn them off again at any time.' },
    ...{ choose: 'What about?', yes: 'Turn on', later: 'Later', turnOff: 'Turn off', close: 'Close' },
    ...{ on: 'Notifications are on', off: 'Notifications are off', blocked: 'Notifications are blocked' },
    unblock: 'Allow them in your browser’s settings for this site.',
    install: 'Add this site to your home screen and open it there to get notifications.',
    failed: 'That did not work. Please try again later.',
    ...own,
  };
}
