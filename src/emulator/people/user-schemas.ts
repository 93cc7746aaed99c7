import { z } from 'zod';
import type { NewFieldsPolicy, ProfileChange } from '../../api/models/user.js';
import type { Names } from './person.js';
import type { UserChange } from './profile.js';
import type { Service } from '../state/service.js';
import { dataFields, email, user, userId } from '../operation/schemas.js';

/** Schemas of users, for the resources that write them. */

const NO_NAME = '`email` or `userId` is missing: give one of them';

/** What to write into a profile. */
export const profileChange = z.object({
  dataFields: dataFields.exactOptional(),
  mergeNestedObjects: z.boolean().exactOptional(),
  preferUserId: z.boolean().exactOptional(),
}) satisfies z.ZodType<ProfileChange>;

/** Whether unknown fields are taken. */
export const newFieldsPolicy = z.object({
  createNewFields: z.boolean().exactOptional(),
}) satisfies z.ZodType<NewFieldsPolicy>;

/** Someone named by email, by id, or by both, which may then turn out to belong to different people. */
export const names = z
  .object({ email: email.exactOptional(), userId: userId.exactOptional() })
  .refine(isNamed, NO_NAME) satisfies z.ZodType<Names>;

/** Someone in a batch, where a name that is not right fails that one only. */
export const namesInBatch = z
  .object({ email: z.string().exactOptional(), userId: z.string().exactOptional() })
  .refine(isNamed, NO_NAME) satisfies z.ZodType<Names>;

/** Someone in a batch, by one name. */
export const nameInBatch = namesInBatch.refine(
  ({ email, userId }) => email === undefined || userId === undefined,
  '`email` or `userId` must not be given both',
) satisfies z.ZodType<Names>;

/** Whether calls that take one name take both of the same person: seen in hybrid projects (decision 49). */
const takesBothNames = ({ dialect, project }: Service) => dialect === 'observed' && project === 'hybrid';

/** Someone named by email or by id; where both were seen to be taken, by both. */
export const userOf = (service: Service): z.ZodType<Names> => (takesBothNames(service) ? names : user);

/** Someone in a batch, by one name; where both were seen to be taken, by both. */
export const userInBatchOf = (service: Service): z.ZodType<Names> =>
  takesBothNames(service) ? namesInBatch : nameInBatch;

/** The body of `POST /api/users/update`. */
export const userUpdateOf = (service: Service) =>
  userOf(service).and(profileChange).and(newFieldsPolicy) satisfies z.ZodType<UserChange>;

/** A user of a batch, and what to write into the profile. */
export const userInBatch = namesInBatch.and(profileChange) satisfies z.ZodType<Names & ProfileChange>;

function isNamed({ email, userId }: { email?: unknown; userId?: unknown }): boolean {
  return email !== undefined || userId !== undefined;
}
