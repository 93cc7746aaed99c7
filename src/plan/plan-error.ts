/** A tracking plan that cannot be read; its message says where what is wrong stands, and what to write instead. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
}
