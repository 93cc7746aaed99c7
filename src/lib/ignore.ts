/** Does nothing, such as with a failure that is told elsewhere. */
export const ignore = () => undefined;
