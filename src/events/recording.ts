/** An event on its way: resolves once it is safe on this device. */
export interface Recording extends Promise<void> {
  /**
   * Resolves once the service has the event, and rejects once that can never be, with the reason. Take it from the
   * call at once, as `const { delivered } = client.track('a')`; it ends with the page.
   */
  readonly delivered: Promise<void>;
}
