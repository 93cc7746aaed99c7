import ky from 'ky';

/** How long the shop's server may take, which may itself wait for the service, in milliseconds. */
const PATIENCE = 60_000;

/** Asks the shop's own server. What it refuses is an error in its own words. */
export const shopServer = ky.create({
  timeout: PATIENCE,
  hooks: {
    beforeError: [
      async (error) => {
        error.message = await error.response.text();
        return error;
      },
    ],
  },
});
