import type { Operation } from '../calling/operation.js';
import { mustSay } from '../calling/said-answer.js';
import type { Envelope } from '../../api/models/envelope.js';
import type { Open } from '../../api/models/open-word.js';

/** Verification: whether a phone number is the user's. */
export const verify = (operation: Operation) => ({
  /** Sends a code to a phone number. */
  beginSms: operation<PhoneNumberRef, Envelope>('POST /api/verify/sms/begin', {
    reachesPeople: true,
    retry: 'never',
    mend: mustSay,
  }),
  /** Whether a code is the one sent: `params.status` tells, since a wrong one is no error. */
  checkSms: operation<CodeCheck, Envelope<CodeStatus>>('POST /api/verify/sms/check', {
    reachesPeople: false,
    mend: mustSay,
  }),
});

/** A phone number, and the profile that checks it. */
export interface PhoneNumberRef {
  phoneNumber: string;
  /** The settings of the project to verify by. */
  verificationProfileId: number;
}

/** The code that was typed for a phone number. */
export interface CodeCheck extends PhoneNumberRef {
  /** What the user typed. */
  code: string;
}

/** Whether the code was right. */
export interface CodeStatus {
  status: Open<'verified' | 'rejected'>;
}
