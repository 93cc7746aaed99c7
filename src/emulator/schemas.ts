import { z } from 'zod';
import type { DataFields } from '../api/data-fields.js';
import type { EventDetails, NewEvent } from '../api/event.js';
import type { NewFieldsPolicy, ProfileChange, UserRef, UserUpdate } from '../api/user.js';

/** One person: an email or a user id, and not both (convention 2 of the document). */
export const user = z
  .object({
    email: z
      .string()
      .regex(/^[^\s@]+@[^\s@]+$/, 'is not an email')
      .optional(),
    userId: z.string().min(1).optional(),
  })
  .refine(({ email, userId }) => (email === undefined) !== (userId === undefined), {
    error: 'must be given as either `email` or `userId`',
  })
  .transform(({ email, userId }) => (email === undefined ? { userId } : { email }) as UserRef);

const dataFields = z.record(z.string(), z.unknown()) satisfies z.ZodType<DataFields>;

const eventDetails = z.object({
  eventName: z.string().min(1),
  id: z.string().min(1).exactOptional(),
  createdAt: z.int().nonnegative().exactOptional(),
  dataFields: dataFields.exactOptional(),
  campaignId: z.int().exactOptional(),
  templateId: z.int().exactOptional(),
  createNewFields: z.boolean().exactOptional(),
}) satisfies z.ZodType<EventDetails>;

const profileChange = z.object({
  dataFields: dataFields.exactOptional(),
  mergeNestedObjects: z.boolean().exactOptional(),
  preferUserId: z.boolean().exactOptional(),
  createNewFields: z.boolean().exactOptional(),
}) satisfies z.ZodType<ProfileChange & NewFieldsPolicy>;

/** The body of `POST /api/events/track`. */
export const newEvent = user.and(eventDetails) satisfies z.ZodType<NewEvent>;

/** The body of `POST /api/users/update`. */
export const userUpdate = user.and(profileChange) satisfies z.ZodType<UserUpdate>;
