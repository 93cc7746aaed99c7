export { createClient } from './client.js';
export type { Client, ClientOptions, Told } from './client.js';
export { ApiError, NetworkError, OptionError } from './errors.js';
export type { SdkError } from './errors.js';
export type { UserRef } from './api/user.js';
export type { TrackedCustom, TrackedEvent, TrackedProfile } from './events/event.js';
