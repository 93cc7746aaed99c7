/** A random identifier (UUID version 4). Also on pages without https, where `crypto.randomUUID` is missing. */
export function uuid(random = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes)): string {
  const digits = [...random(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0'));
  return digits.join('').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
}
