/** How many users of a batch were written, and which were not. */
export interface BulkUserResult {
  successCount: number;
  failCount: number;
  /** Fields the project did not know, and now does. */
  createdFields?: string[];
  /** Fields the project does not know, and dropped. */
  filteredOutFields?: string[];
  failedUpdates?: FailedUsers;
  /** @deprecated See `failedUpdates`. */
  invalidEmails?: string[];
  /** @deprecated See `failedUpdates`. */
  invalidUserIds?: string[];
}

/** Which users were not written, by reason. */
export interface FailedUsers {
  /** Emails that belong to another user id. */
  conflictEmails?: string[];
  /** User ids that belong to another email. */
  conflictUserIds?: string[];
  forgottenEmails?: string[];
  forgottenUserIds?: string[];
  /** Emails of users whose fields could not be stored. */
  invalidDataEmails?: string[];
  /** Ids of users whose fields could not be stored. */
  invalidDataUserIds?: string[];
  invalidEmails?: string[];
  invalidUserIds?: string[];
  notFoundEmails?: string[];
  notFoundUserIds?: string[];
}
