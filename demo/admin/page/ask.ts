import ky, { HTTPError } from 'ky';

/** What the desk's server refused, in its own words. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** The steps of the desk are watched and repeated by whoever takes them: a call is made once, and waited for. */
const desk = ky.create({ prefixUrl: '/admin', retry: 0, timeout: false });

/** Asks the desk's server for something, or to do something. */
export async function ask<Answer>(
  method: 'DELETE' | 'GET' | 'POST',
  path: string,
  json?: object,
): Promise<Answer> {
  try {
    return await desk(path, { method, json }).json<Answer>();
  } catch (error) {
    if (!(error instanceof HTTPError))
      throw new Error('The shop’s server does not answer. Start it again with npm start.', { cause: error });
    const { error: words } = await error.response.json<{ error?: string }>();
    throw new Refused(words ?? `The server answered ${error.response.status}`);
  }
}
