/** Whether the last call to an address shared its connection with others, as far as the browser tells. */
export function sharesConnection(address: string): boolean {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const protocols = entries.filter(({ name }) => name.startsWith(address));
  return /^h[23]/.test(protocols.pop()?.nextHopProtocol ?? '');
}
