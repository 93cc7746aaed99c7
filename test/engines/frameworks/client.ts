import { createClient } from 'tidings';

/** What a site's own settings say; on its server nothing, since nobody calls from there. */
interface Settings {
  apiKey: string;
  baseUrl: string;
  email: string;
}

const settings = (globalThis as { settings?: Settings }).settings ?? {
  apiKey: 'a-web-key',
  baseUrl: 'http://localhost',
  email: '',
};

/** The one client of the site. */
export const client = createClient({
  apiKey: settings.apiKey,
  baseUrl: settings.baseUrl,
  getToken: async ({ email = '' }) => (await fetch(`/token?email=${encodeURIComponent(email)}`)).text(),
});

/** Says who has logged in. A test reaches the client by its name. */
export function logIn(): Promise<void> {
  Object.assign(globalThis, { client });
  client.on('error', console.error);
  return client.identify({ email: settings.email });
}
