/** What the tabs of a project hear something that waits by. */
export const bellOf = (name: string) => `${name} waiting`;
