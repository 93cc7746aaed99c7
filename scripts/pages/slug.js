/**
 * Makes the anchors of one page, as the places that show Markdown do: each heading has its own, in the order they come.
 *
 * @returns {(heading: string) => string}
 */
export function createSlugs() {
  /** @type {Map<string, number>} */
  const seen = new Map();

  return (heading) => {
    const slug = heading
      .toLowerCase()
      .trim()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    return before ? `${slug}-${before}` : slug;
  };
}
