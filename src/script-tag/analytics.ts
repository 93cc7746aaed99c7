/** What `tidings-analytics.js` adds to the global of the script tag, for pages that want it. */
import { startContext, startPageViews, startSampling, startStats } from '../index.js';
import { share } from './shared.js';

share({ startContext, startPageViews, startSampling, startStats });
