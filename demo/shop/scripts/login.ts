import type { Client } from 'tidings';
import { setup } from './page.js';

/** Tells the client who is logged in, as the shop's own server says. */
export function followLogin(client: Client): void {
  function follow() {
    const { user } = setup;
    if (!user && client.user) void client.reset();
    if (!user || client.user?.email === user.email) return;
    const dataFields = { lastVisit: new Date().toISOString().slice(0, 10) };
    void client.identify(user, { dataFields });
  }

  follow();
  // A visitor who refused was nobody; now they may be somebody.
  client.on('consent', follow);
}
