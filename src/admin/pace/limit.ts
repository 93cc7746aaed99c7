/** How often an operation may be called, as published. */
export interface Limit {
  limit: number;
  per: 'second' | 'minute';
  /** Who shares it: every key of the project, one key, or the whole organization, whose only project this is. */
  scope: 'project' | 'apiKey' | 'organization';
  /** How often in 24 hours. */
  dailyCap?: number;
}
