import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this module. It is loaded when someone looks, since Jest cannot load what asks for its own address. */
export const place = dirname(fileURLToPath(import.meta.url));
