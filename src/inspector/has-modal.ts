/** Whether a modal dialog stands, or something is in full screen, also in a shadow tree: nobody can use what lies beside it. */
export function hasModal(root: Document | ShadowRoot = document): boolean {
  if (root.querySelector(':modal')) return true;
  return [...root.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot && hasModal(shadowRoot));
}
