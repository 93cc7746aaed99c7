/** Where services and those in front of them say how they call a request, the service's own word first. */
const HEADERS = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray'];

/** How the service calls the request that it answered, for whoever asks its support about it. */
export function requestIdOf(response: Response | undefined): string | undefined {
  const name = HEADERS.find((header) => response?.headers.get(header));
  return name && (response?.headers.get(name) ?? undefined);
}
