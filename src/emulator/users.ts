import { Hono } from 'hono';
import { accepted, withBody } from './answers.js';
import { userUpdate } from './schemas.js';
import { profileOf, type State } from './state.js';

/** Keeps the profiles of users; a field that is sent replaces the one before (decision 29). */
export const users = (state: State) =>
  new Hono().post('/update', (context) =>
    withBody(context, userUpdate, ({ dataFields, ...user }) => {
      Object.assign(profileOf(state, user).dataFields, dataFields);
      return accepted(context);
    }),
  );
