import type { FormTexts } from '../forms.js';

/** The words of a page, in English where it gives none. */
export function formTextsOf(own: Partial<FormTexts> = {}): FormTexts {
  return {
    ...{ send: 'Send', thanks: 'Thank you', unsent: 'That could not be sent. Please try again.' },
    ...own,
  };
}
