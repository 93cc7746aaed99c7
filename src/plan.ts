export { checkedBy } from './plan/checked-by.js';
export type { Broken, CheckOptions } from './plan/checked-by.js';
export type { Plan, Schema } from './plan/schema.js';
