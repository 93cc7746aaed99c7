/** What holds back calls that would come too often. */
export interface Bucket {
  /** How long until a call may be made, in milliseconds; 0 when one may be made now. */
  wait(): number;
  /** Counts a call that is made now. */
  take(): void;
  /** Hears that a call which was counted so many milliseconds ago is not to count from then on. */
  forget?(after: number): void;
  /** Hears that the service refused a call, and for how long it asks to be left alone, in milliseconds. */
  refuse?(wait: number): void;
  /** Whether it holds back nothing, and knows no more than a new one would. */
  isIdle(): boolean;
}
