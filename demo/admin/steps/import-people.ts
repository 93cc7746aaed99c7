import type {
  Admin,
  BulkOptions,
  UserUpdateInBatch,
} from 'tidings/admin';
import { PEOPLE, people } from '../people.js';

/** Creates or updates people, and accounts for every row. */
export async function importPeople(
  admin: Admin,
  options: BulkOptions<UserUpdateInBatch>,
) {
  const { chunkSize, signal, checkpoint } = options;
  const { onProgress, onFailure } = options;

  return admin.bulk.updateUsers(people(), {
    total: PEOPLE, // to tell how long it still takes
    chunkSize, // people in one call
    signal, // the button "Cancel" aborts it
    checkpoint, // knows what is done, to go on later
    onProgress, // hears sent, failed, rate, timeLeft
    onFailure, // hears each row not taken, and why
  });
}
