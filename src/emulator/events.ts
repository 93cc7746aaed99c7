import { Hono } from 'hono';
import { accepted, withBody } from './answers.js';
import { newEvent } from './schemas.js';
import type { State } from './state.js';

/** Takes the events of users; one whose id is known updates the event it names. */
export const events = ({ events: taken }: State) =>
  new Hono().post('/track', (context) =>
    withBody(context, newEvent, (event) => {
      const known = taken.findIndex(({ id }) => id !== undefined && id === event.id);
      if (known < 0) taken.push(event);
      else taken[known] = event;
      return accepted(context);
    }),
  );
