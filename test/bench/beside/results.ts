export function writeResults(..._: unknown[]) {}
