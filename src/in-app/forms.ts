/** What a visitor has said in a form: texts, and ratings as numbers. What was left empty is left out. */
export type Answers = Record<string, string | number>;

/** The words in forms of messages. */
export interface FormTexts {
  /** What the button says that sends a view's answers. Default: `Send`. */
  send: string;
  /** What is said once a form was sent. Default: `Thank you`. */
  thanks: string;
  /** What is said of one that could not be sent. Default: `That could not be sent. Please try again.` */
  unsent: string;
}
