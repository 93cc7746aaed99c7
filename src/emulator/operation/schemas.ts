import { z } from 'zod';
import type { RecipientRef } from '../../admin/operations/single-sends.js';
import type { DataFields } from '../../api/models/data-fields.js';
import type { OptionalUserRef, UserRef } from '../../api/models/user.js';
import { LAST_DATE } from '../time.js';

/** Schemas that several resources share. `exactOptional` takes a missing field, as the SDK's types do. */

/** An email, by its look. */
export const email = z.string().regex(/^[^\s@]+@[^\s@]+$/, 'is not an email');
/** A user's id, as your project gives it. */
export const userId = z.string().min(1).max(255);
/** The first number of seconds that is taken for one of milliseconds: in seconds it is some 3,000 years ahead. */
const MILLISECONDS_FROM = 100_000_000_000;

/** A time in seconds since the epoch; refuses one in milliseconds, which would be far ahead. */
export const secondsSinceEpoch = z
  .int()
  .nonnegative()
  .max(MILLISECONDS_FROM - 1, 'must be in seconds since the epoch; this looks like milliseconds');
/** A time in milliseconds since the epoch, as far as dates reach. */
export const millisecondsSinceEpoch = z.int().nonnegative().max(LAST_DATE, 'is later than any date');
/** Fields of your own, by name. */
export const dataFields = z.record(z.string(), z.unknown()) satisfies z.ZodType<DataFields>;
/** A number in a path or a query, where all is text. */
export const numberInText = z
  .string()
  .regex(/^-?\d+$/, 'is not a whole number')
  .transform(Number);
/** A yes or no in a path or a query, where all is text. */
export const booleanInText = z.enum(['true', 'false']).transform((text) => text === 'true');
/** A parameter that may be repeated; once or never is a list too. */
export const repeated = <Item extends z.ZodType>(item: Item) =>
  z.union([z.array(item), item.transform((one) => [one])]);

/** One person: an email or a user id, and not both (convention 2 of the document). */
export const user = oneOf('email', 'userId') as unknown as z.ZodType<UserRef>;

/** One person, or nobody, where something else may say whose a call is. */
export const userIfNamed = oneOf('email', 'userId', {
  mayLack: true,
}) as unknown as z.ZodType<OptionalUserRef>;

/** Who gets a message, by the same rule. */
export const recipient = oneOf('recipientEmail', 'recipientUserId') as unknown as z.ZodType<RecipientRef>;

/** Exactly one of two names for a person, such as `recipientEmail` and `recipientUserId`. */
export function oneOf(emailName: string, userIdName: string, { mayLack = false } = {}) {
  return z
    .object({ [emailName]: email.optional(), [userIdName]: userId.optional() })
    .superRefine((value, context) => {
      const given = [emailName, userIdName].filter((name) => value[name] !== undefined);
      if (given.length === 1 || (mayLack && !given.length)) return;
      const message = given.length ? 'must not be given both' : 'is missing: give one of them';
      context.addIssue({ code: 'custom', message: `\`${emailName}\` or \`${userIdName}\` ${message}` });
    })
    .transform((value) => Object.fromEntries(Object.entries(value).filter(([, name]) => name !== undefined)));
}
