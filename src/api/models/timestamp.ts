/** A moment, in milliseconds since the epoch or as an ISO 8601 text: the service sends either. */
export type Timestamp = number | string;
