import type { Attempt } from '../../../src/emulator/answering/attempts.js';
import type { EventRecord } from '../../../src/emulator/events/event-record.js';
import type { Person } from '../../../src/emulator/people/person.js';
import { freePort, startServer } from './run-app.js';

/** The service that the guide starts, and what it holds by now. */
export interface Service {
  url: string;
  events(): Promise<EventRecord[]>;
  people(): Promise<Person[]>;
  requests(): Promise<Attempt[]>;
}

/** Starts the service by the command of the package that is installed in a folder, at a port of its own. */
export async function startService(folder: string): Promise<Service> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  await startServer(folder, `npx tidings-emulator --seed empty --port ${port}`, url);
  const rows = async <Row>(path: string) => {
    const answer = await fetch(`${url}/_emulator/${path}`);
    return ((await answer.json()) as { rows: Row[] }).rows;
  };
  return {
    url,
    events: () => rows('events?type=customEvent'),
    people: () => rows('people'),
    requests: () => rows('requests'),
  };
}
