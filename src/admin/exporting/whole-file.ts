/** What keeps a file from being written, in words. */
const WHY: Record<string, string> = {
  ENOENT: 'its folder is not there; make that first',
  ENOTDIR: 'its folder is a file',
  EISDIR: 'it is a folder',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'its disk is for reading alone',
};

/**
 * Writes a file that is there once it is whole, on Node, Deno and Bun. Where a link leads, that is written, and the link
 * stays; what is no file, such as a pipe, is written to as it is.
 */
export async function writeWhole<Result>(
  path: string,
  write: (put: (piece: string | Uint8Array) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  // Asked for when it is needed, since other platforms do not have it.
  const { access, constants, open, realpath, rename, rm, stat } = await import('node:fs/promises');
  const target = await realpath(path).catch(() => path);
  const there = await stat(target).catch(() => undefined);
  const isFile = there?.isFile() ?? true;
  const unfinished = isFile ? `${target}.part` : target;

  async function begin() {
    try {
      if (there) await access(target, constants.W_OK);
      return await open(unfinished, 'w');
    } catch (cause) {
      const { code = '', message } = cause as NodeJS.ErrnoException;
      throw new Error(`${path} cannot be written: ${WHY[code] ?? message}`, { cause });
    }
  }
  const file = await begin();
  try {
    const result = await write((piece) => file.writeFile(piece));
    if (there && isFile) await file.chmod(there.mode);
    // What is written may be lost with the machine's power until it is on the disk.
    if (isFile) await file.sync();
    await file.close();
    if (isFile) await rename(unfinished, target);
    return result;
  } catch (error) {
    await file.close();
    if (isFile) await rm(unfinished, { force: true });
    throw error;
  }
}
