export async function losing(..._: unknown[]): Promise<Record<string, never>> { return {}; }
