import { z } from 'zod';
import type { CodeCheck, CodeStatus, PhoneNumberRef } from '../../admin/operations/verify.js';
import { success } from '../operation/answers.js';
import { operation, type Operation } from '../operation/operation.js';
import type { Service } from '../state/service.js';

/** How long a code is good for, in milliseconds. */
const LIFE = 600_000;
/** How many wrong codes a verification outlives. */
const MAX_WRONG = 5;

/** A code that was sent to a phone. */
export interface VerificationRow extends PhoneNumberRef {
  code: string;
  /** In milliseconds since the epoch. */
  createdAt: number;
  wrongCodes: number;
}

const phoneNumberRef = z.object({
  phoneNumber: z.string().regex(/^\+?[1-9][\d ()-]{5,18}\d$/, 'is not a phone number'),
  verificationProfileId: z.int(),
}) satisfies z.ZodType<PhoneNumberRef>;

const codeCheck = phoneNumberRef.extend({
  code: z.string().min(1, 'is missing'),
}) satisfies z.ZodType<CodeCheck>;

const verificationsOf = (service: Service) => service.tables.table<VerificationRow, string>('verifications');

/** A phone number counts as the same however it is written. */
const keyOf = ({ phoneNumber, verificationProfileId }: PhoneNumberRef) =>
  `${verificationProfileId} ${phoneNumber.replace(/\D/g, '')}`;

/** Verification: whether a phone number is the user's. */
export const verify = (service: Service): Operation[] => [
  operation('POST /api/verify/sms/begin', { keys: ['server'], body: phoneNumberRef }, ({ body }) => {
    const code = String(Math.floor(service.random() * 1_000_000)).padStart(6, '0');
    const createdAt = service.clock.now();
    verificationsOf(service).set(keyOf(body), { ...body, code, createdAt, wrongCodes: 0 });
    return success();
  }),
  operation('POST /api/verify/sms/check', { keys: ['server'], body: codeCheck }, ({ body }) => {
    const status = isRight(service, body) ? 'verified' : 'rejected';
    return success({ status } satisfies CodeStatus);
  }),
];

/** Whether a code is the one sent. It is good once, for a while, and for a few attempts. */
function isRight(service: Service, { code, ...ref }: CodeCheck): boolean {
  const sent = verificationsOf(service).get(keyOf(ref));
  if (!sent || service.clock.now() - sent.createdAt >= LIFE || sent.wrongCodes >= MAX_WRONG) return false;
  if (sent.code === code) return verificationsOf(service).delete(keyOf(ref));
  sent.wrongCodes += 1;
  return false;
}
