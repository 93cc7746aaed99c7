/** How the service says that it did what it was asked. */
export const success = { msg: '', code: 'Success', params: null };
