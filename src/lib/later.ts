import { NetworkError } from '../errors.js';

/** Makes the function that loads what stands in a file of its own, when it is first asked for; what failed is loaded anew at the next call. */
export function later<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return () =>
    (loading ??= load().catch((cause: unknown) => {
      loading = undefined;
      // What browsers say of a file that is not there, each in its own words.
      if (!(cause instanceof TypeError)) throw cause;
      throw new NetworkError(
        'A file of the library could not be loaded: there is no network, or the public path of your bundler (`base`, `publicPath`) leads elsewhere',
        { cause },
      );
    }));
}
