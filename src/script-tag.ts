/** The script door: loaded by a script tag, it puts everything on one global, and makes the calls that a stub has kept. */
import * as tidings from './index.js';
import { publish } from './script-tag/publish.js';

// What is named here is loaded by every page that has the script.
publish({
  ApiError: tidings.ApiError,
  NetworkError: tidings.NetworkError,
  OptionError: tidings.OptionError,
  createClient: tidings.createClient,
  startEmbedded: tidings.startEmbedded,
  startInApp: tidings.startInApp,
  startPush: tidings.startPush,
  updateEmail: tidings.updateEmail,
});
