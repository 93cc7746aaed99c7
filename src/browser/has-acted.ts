/** Whether the visitor may have done something on this page; not every browser says it. */
export function hasActed(): boolean {
  return (navigator as Partial<Navigator>).userActivation?.hasBeenActive !== false;
}
