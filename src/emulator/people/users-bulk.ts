import { z } from 'zod';
import type { BulkUserResult } from '../../admin/operations/bulk-user-result.js';
import type { BulkUserUpdate } from '../../admin/operations/users.js';
import type { ProfileChange } from '../../api/models/user.js';
import { runBatch, userBatchResult } from './batch.js';
import { operation, type Operation } from '../operation/operation.js';
import type { Names } from './person.js';
import { prepareUser } from './profile.js';
import { Refusal } from '../operation/refusal.js';
import type { Service } from '../state/service.js';
import { newFieldsPolicy, userInBatch } from './user-schemas.js';

/** How large a bulk update may be, in bytes (decision 29). */
const MAX_SIZE = 4_000_000;

/** A batch as it is taken: each user in it is judged alone, and may have both names. */
type Batch = Omit<BulkUserUpdate, 'users'> & { users: (Names & ProfileChange)[] };

const bulkUserUpdate = newFieldsPolicy.extend({ users: z.array(userInBatch) }) satisfies z.ZodType<Batch>;

/** The operations that change many users at once. */
export const usersBulk = (service: Service): Operation[] => [
  operation('POST /api/users/bulkUpdate', { keys: ['server'], body: bulkUserUpdate }, ({ body }) =>
    bulkUpdate(service, body),
  ),
];

function bulkUpdate(service: Service, body: Batch): BulkUserResult {
  if (Buffer.byteLength(JSON.stringify(body)) > MAX_SIZE) {
    throw new Refusal('BatchTooLarge', '`users`: the batch is over 4 MB');
  }
  const { users, ...policy } = body;
  const outcome = runBatch(service, users, (user) => prepareUser(service, { ...user, ...policy }));
  service.later(() => outcome.done.forEach(({ write }) => write()));
  return userBatchResult(outcome);
}
