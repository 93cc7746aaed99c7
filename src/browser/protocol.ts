/** Whether calls to an address share a connection, as far as the browser tells. */
export function sharesConnection(address: string): boolean {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return entries.some(
    ({ name, nextHopProtocol }) => name.startsWith(address) && /^h[23]/.test(nextHopProtocol),
  );
}
