/** What tokens are signed with, unless the command is told otherwise. */
export const TOKEN_SECRET = 'emulator-token-secret';
