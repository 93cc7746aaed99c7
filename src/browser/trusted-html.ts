interface Policy {
  createHTML(html: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
}

/** What a page's own policy is given, and what is done where it has none. */
const plain: Policy = { createHTML: (text) => text };
let policy: Policy | undefined;

/**
 * Html as a page that asks for Trusted Types lets it be parsed; such a page allows the policy name `tidings`. One that
 * allows other names alone may take plain text all the same.
 */
export function trusted(html: string): string {
  const { trustedTypes } = globalThis as unknown as { trustedTypes: TrustedTypes };
  try {
    policy ??= trustedTypes.createPolicy('tidings', plain);
  } catch {
    // There is no such thing in this browser, or the page does not let us.
    policy = plain;
  }
  return policy.createHTML(html);
}
