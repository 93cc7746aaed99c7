/** The contract of the service in OpenAPI 3.1, as JSON: read from its file when the emulator is built. */
export const OPENAPI: string;
