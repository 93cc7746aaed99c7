/** A browser engine of this machine. */
export interface Engine {
  readonly name: 'chromium' | 'firefox' | 'webkit';
  /** The programs it needs, each with its full path. */
  readonly programs: readonly string[];
  /** The Debian packages that bring them. */
  readonly packages: string;
  /** Whether a browser started again finds what it stored. WebKit under automation keeps nothing on disk. */
  readonly keepsProfile: boolean;
  /** Starts a browser with a profile of its own, which is deleted by {@link Browser.close}. */
  launch(options?: LaunchOptions): Promise<Browser>;
}

/** What a visitor may prefer. */
export interface Preferences {
  /** Whether pages see a visitor who prefers dark colours. Default: no. */
  dark?: boolean;
  /** Whether pages see a visitor who prefers little motion. Default: no. */
  calm?: boolean;
  /** Whether they are forced to the colours of the visitor's own system, which WebKit has none of. Default: no. */
  forced?: boolean;
}

/** Preferences are heard here by WebKit alone, which learns them as it starts. */
export interface LaunchOptions extends Preferences {
  /** Where the profile is kept. Default: with this machine's other temporary files. */
  folder?: string;
}

/** Preferences are heard here by Chromium, and by Firefox, where they hold until the next page is opened. */
export interface OpenOptions extends Preferences {
  /** Whether its window is one that no page had before, as WebKit needs for {@link Page.kill}. Default: no. */
  isNew?: boolean;
}

/** A running browser. Every page is a window of its own, so all are visible until hidden, and they share storage. */
export interface Browser {
  open(url: string, options?: OpenOptions): Promise<Page>;
  /** The pages that are open, oldest first. */
  readonly pages: readonly Page[];
  /** Takes all pages from their visitor. Their windows are kept, empty, for those that are opened next. */
  clear(): Promise<void>;
  /**
   * Takes the network away: no open {@link Site} can be reached, `navigator.onLine` is false and `offline` fires.
   * The wires are really cut. Chromium and Firefox really are offline; in WebKit the property and the events are
   * made up, for the pages that are open.
   */
  offline(): Promise<void>;
  /** Gives the network back, and fires `online`. */
  online(): Promise<void>;
  /** Ends the browser's own process by SIGKILL: nothing gets a chance to be saved. */
  kill(): Promise<void>;
  /** Starts again with the same profile, after {@link Browser.kill} or instead of it. Not in WebKit. */
  restart(): Promise<void>;
  /** Ends everything that was started, also after {@link Browser.kill}. */
  close(): Promise<void>;
  readonly isRunning: boolean;
  /** Whether it is running and does what it is told. */
  isWell(): Promise<boolean>;
}

/** How a click is made. */
export interface Clicking {
  /** Default: the first one. */
  button?: 'left' | 'middle';
  /** What is held down meanwhile. Default: nothing. */
  key?: 'Control' | 'Shift';
  /** Default: once. */
  times?: number;
  /** How long the button stays down, in milliseconds. Default: no time. */
  hold?: number;
}

/** What can be asked of a document: of a page, or of a frame in it. */
export interface Frame {
  /**
   * What an expression gives in the page, or a function that uses nothing from outside; promises are awaited.
   * In and out goes what JSON can carry. Works under any content security policy. To `import()`, use an expression:
   * in a function, Vitest resolves the name in its own way.
   */
  evaluate<Result = unknown>(expression: string): Promise<Result>;
  evaluate<Arguments extends unknown[], Result>(
    work: (...input: Arguments) => Result,
    ...input: Arguments
  ): Promise<Awaited<Result>>;
  /** Waits at most a minute for an expression or a function to give something true, and gives it. */
  waitUntil<Result = unknown>(expression: string): Promise<Result>;
  waitUntil<Arguments extends unknown[], Result>(
    work: (...input: Arguments) => Result,
    ...input: Arguments
  ): Promise<Awaited<Result>>;
  /** Clicks with the mouse once the element is there, still, and not covered. Selectors reach into open shadow roots. */
  click(selector: string, how?: Clicking): Promise<void>;
  /** Clicks a field, then types with the keyboard. */
  type(selector: string, text: string): Promise<void>;
  /** The text of an element, once it is there, without the space around it. */
  text(selector: string): Promise<string>;
}

/** A page of a browser, as its visitor has it. */
export interface Page extends Frame {
  /** The document inside an `<iframe>`, sandboxed or not. */
  frame(selector: string): Frame;
  /** Clicks with the mouse at a place of the window, whatever is there. */
  clickAt(place: Point): Promise<void>;
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /**
   * Presses a key by its name (`Enter`, `Escape`, `Tab`, `a`), with others held down (`Shift+Tab`).
   * WebKit for GTK calls the Tab of the latter `Unidentified`; its `code` is `Tab`.
   */
  press(key: string): Promise<void>;
  /** Minimizes the window: `document.visibilityState` really is `hidden`. */
  hide(): Promise<void>;
  /** Whether its window has been where a new one has not: minimized, or back in its history. */
  readonly isWorn: boolean;
  show(): Promise<void>;
  /** Lets the page stand still, as a browser does to one that nobody has seen for long, or go on. Only in Chromium. */
  freeze(isFrozen: boolean): Promise<void>;
  /** Gives the document this size, in CSS pixels. At first: 1024 by 700. */
  resize(size: Size): Promise<void>;
  /** Writes what is visible to a PNG file. */
  screenshot(file: string): Promise<void>;
  /**
   * What the page said so far, such as `log: hello`, `error: …` and, for exceptions and rejected promises that
   * nobody caught, `uncaught: …`. In WebKit: of pages served by a {@link Site}, without their frames, and not
   * what was said right before the page itself navigated.
   */
  console(): Promise<string[]>;
  /** What was asked of its window last, and what came of it: what has no outcome is what a test that hangs waits for. */
  diary(): string[];
  /** Those lines of {@link Page.console} that nobody wants to see: `error` and `uncaught`. */
  errors(): Promise<string[]>;
  /** Closes the page as a visitor does, so that it hears `pagehide`. */
  close(): Promise<void>;
  /** Ends the page's own process: it hears nothing of it. It must have been opened with {@link OpenOptions.isNew}. */
  kill(): Promise<void>;
}

/** A place in a window, in CSS pixels from its corner. */
export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
  /** How many dots of a screenshot make a pixel of its width. Default: one, as always in WebKit. */
  density?: number;
}
