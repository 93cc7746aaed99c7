/** What the desk's server refused, in its own words. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** Asks the desk's server for something, or to do something. */
export async function ask<Answer>(
  method: 'DELETE' | 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Answer> {
  const init: RequestInit = { method };
  if (body) {
    init.headers = { 'Content-Type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  const response = await fetch(`/admin/${path}`, init).catch(() => undefined);
  if (!response) throw new Error('The shop’s server does not answer. Start it again with npm start.');
  const answer = (await response.json()) as Answer & { error?: string };
  if (!response.ok) throw new Refused(answer.error ?? `The server answered ${response.status}`);
  return answer;
}
