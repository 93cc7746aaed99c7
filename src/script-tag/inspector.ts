/** What `tidings-inspector.js` adds to the global of the script tag; it starts at once for the client that a tag has asked for. */
import { startInspector } from '../inspector.js';
import { share } from './shared.js';
import type { Api } from './start.js';

const { client } = share({ startInspector }) as Partial<Api>;
if (client) startInspector(client);
