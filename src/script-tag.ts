/** The script door: loaded by a script tag, it puts everything on one global, and makes the calls that a stub has kept. */
import * as tidings from './index.js';
import { publish } from './script-tag/publish.js';

publish(tidings);
