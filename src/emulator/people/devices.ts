import { z } from 'zod';
import type { DeviceRef, NewDevice, PushDevice } from '../../admin/operations/devices.js';
import type { BrowserToken } from '../../api/models/push.js';
import { success } from '../operation/answers.js';
import { operation, type Operation } from '../operation/operation.js';
import { checkPerson, ensurePerson, peopleOf, refOf, requirePerson } from './people.js';
import type { Names } from './person.js';
import { Refusal } from '../operation/refusal.js';
import { dataFields, email, user, userId } from '../operation/schemas.js';
import type { Service } from '../state/service.js';

/** How many devices, and how many browser tokens, a profile may have (decision 29). */
export const MAX_TOKENS = 500;

const token = z.string().min(1, 'is missing');

const browserToken = user.and(z.object({ browserToken: token })) satisfies z.ZodType<BrowserToken>;

const pushDevice = z.object({
  applicationName: z.string().min(1),
  platform: z.enum(['APNS', 'APNS_SANDBOX', 'GCM']),
  token,
  dataFields: dataFields.exactOptional(),
}) satisfies z.ZodType<PushDevice>;

const newDevice = user.and(
  z.object({ device: pushDevice, preferUserId: z.boolean().exactOptional() }),
) satisfies z.ZodType<NewDevice>;

/** A device as it is named here: the call may name no user, and none by two names. */
type DeviceCall = Names & Pick<DeviceRef, 'token'>;

const deviceRef = z
  .object({ token, email: email.exactOptional(), userId: userId.exactOptional() })
  .refine(
    (ref) => ref.email === undefined || ref.userId === undefined,
    '`email` or `userId` must not be given both',
  ) satisfies z.ZodType<DeviceCall>;

/** The devices and browsers at which push messages reach users. */
export const devices = (service: Service): Operation[] => [
  operation(
    'POST /api/users/registerBrowserToken',
    { keys: ['javascript', 'web'], body: browserToken },
    ({ body }) => registerBrowserToken(service, body),
  ),
  operation('POST /api/users/registerDeviceToken', { keys: ['mobile'], body: newDevice }, ({ body }) =>
    registerDevice(service, body),
  ),
  operation(
    'POST /api/users/disableDevice',
    { keys: ['mobile'], body: deviceRef, mayLackBody: true },
    ({ body }) => disableDevice(service, body),
  ),
];

function registerBrowserToken(service: Service, { browserToken, ...ref }: BrowserToken) {
  const rules = { forgottenStatus: 409 } as const;
  const others = checkPerson(service, ref, rules)?.browserTokens.filter((known) => known !== browserToken);
  checkCount('browserToken', others);
  ensurePerson(service, ref, rules).browserTokens = [...(others ?? []), browserToken];
  return success();
}

function registerDevice(service: Service, { device, preferUserId, ...ref }: NewDevice) {
  const rules = { preferUserId, forgottenStatus: 409 } as const;
  const others = checkPerson(service, ref, rules)?.devices.filter(({ token }) => token !== device.token);
  checkCount('device', others);
  const { dataFields = {} } = device;
  ensurePerson(service, ref, rules).devices = [...(others ?? []), { ...device, dataFields, isEnabled: true }];
  return success();
}

function checkCount(field: string, others: readonly unknown[] = []): void {
  if (others.length < MAX_TOKENS) return;
  throw new Refusal('BadParams', `\`${field}\`: a user may have ${MAX_TOKENS} of them at most`);
}

/** Disables a device of a user, or of everyone who has it when no user is named. */
function disableDevice(service: Service, { token, ...names }: DeviceCall) {
  const isNamed = names.email !== undefined || names.userId !== undefined;
  const people = isNamed ? [requirePerson(service, refOf(names))] : [...peopleOf(service).values()];
  const found = people.flatMap((person) => person.devices.filter((device) => device.token === token));
  if (!found.length) throw new Refusal('BadParams', '`token`: no such device is registered');
  for (const device of found) device.isEnabled = false;
  return success();
}
