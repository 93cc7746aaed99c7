import type * as tidings from '../index.js';
import { wishesIn } from './attributes.js';
import { ignore } from '../lib/ignore.js';
import { complain } from './console.js';
import type { Tag } from './tag.js';

/** What comes with a script of its own. */
type Analytics = 'startContext' | 'startPageViews' | 'startSampling' | 'startStats';

/** The public names, and the client that a tag has asked for. */
export type Api = Omit<typeof tidings, Analytics> & { client?: tidings.Client };

/** Starts what the attributes of a tag ask for. What is wrong with them is told on the console, and nothing is started. */
export function startAsAsked(api: Api, { dataset = {}, nonce = '' }: Partial<Tag>): void {
  async function tell({ message }: Error) {
    const texts = await import('./texts.js').catch(ignore);
    complain(inAttributes(texts?.inWords(message) ?? message));
  }
  try {
    const wishes = wishesIn(dataset);
    const client = wishes && api.createClient(wishes.client);
    // Another tag has asked for the same.
    if (!client || client === api.client) return;
    api.client ??= client;
    client.on('error', (error) => void tell(error));
    client.on('dropped', ({ reason }) => complain(`an event is dropped: ${reason}`));
    if (wishes.user === 'nobody') void client.reset();
    else if (wishes.user) void client.identify(wishes.user);
    if (wishes.isInApp) api.startInApp(client, { cspNonce: nonce || undefined });
    if (wishes.isEmbedded) api.startEmbedded(client);
  } catch (error) {
    void tell(error as Error);
  }
}

/** Names options as attributes are named. */
function inAttributes(message: string): string {
  return message.replace(/`(?:\{ )?([a-z]+(?:[A-Z][a-z]+)*)(?: \})?`/g, (_, name: string) => {
    return `\`data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}\``;
  });
}
