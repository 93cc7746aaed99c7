declare global {
  interface Window {
    /** What the page said so far, in an engine whose automation does not tell. */
    saidLines?: string[];
  }
}

/** Keeps what a page says in the page itself. It runs there, so it uses nothing from outside. */
export function collector(): void {
  const lines: string[] = [];
  window.saidLines = lines;

  function textOf(part: unknown): string {
    if (typeof part !== 'object' || part === null || part instanceof Error) return String(part);
    return Object.prototype.toString.call(part);
  }

  for (const kind of ['debug', 'log', 'info', 'warn', 'error'] as const) {
    const original = console[kind];
    console[kind] = (...parts: unknown[]) => {
      lines.push(`${kind}: ${parts.map(textOf).join(' ')}`);
      original.apply(console, parts);
    };
  }
  addEventListener('error', ({ error, message }) => lines.push(`uncaught: ${textOf(error ?? message)}`));
  addEventListener('unhandledrejection', ({ reason }) => lines.push(`uncaught: ${textOf(reason)}`));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, disposition }) => {
    // A policy is not about the icon that the engine asks for by itself.
    if (disposition === 'enforce' && !blockedURI.endsWith('/favicon.ico'))
      lines.push(`error: ${violatedDirective} refuses ${blockedURI}`);
  });
}
