/** A text for who writes the page: as that of an error, visitors get a code in its place. */
export function hint(text: string): string {
  return text;
}
