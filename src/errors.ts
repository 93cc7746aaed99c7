/** Every error this library throws on purpose. Tell them apart by `error.name`. */
export type SdkError = OptionError | NetworkError | ApiError;

/** The caller passed something unusable; the message says what to pass instead. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/** The service could not be reached, or its answer got lost: it may or may not have acted. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** What the service answered, as {@link ApiError} needs it. */
export interface Refusal {
  status: number;
  /** The body as it came, which may be plain text or a proxy's HTML. */
  rawBody: string;
  /** The parsed body, when it was JSON. */
  body?: unknown;
  /** What the service says is wrong, free of secrets and personal data. */
  reason?: string;
  /** How long the service asks callers to wait, in milliseconds. */
  retryAfter?: number | undefined;
}

/** The service answered, and the answer was no. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The operation called, such as `POST /api/lists`. */
  readonly route: string;
  /** The HTTP status of the answer. */
  readonly status: number;
  /** The service's own word for what is wrong, such as `BadParams`. An open set; absent when the body has none. */
  readonly code: string | undefined;
  /** How long the service asks callers to wait before they try again, in milliseconds. */
  readonly retryAfter: number | undefined;
  // Private, so that a log of this error does not carry what the service said of a person.
  readonly #answer: Refusal;

  constructor(route: string, answer: Refusal, options?: ErrorOptions) {
    const code = codeOf(answer.body);
    const said = [route, 'answered', answer.status, code].filter(Boolean).join(' ');
    const keys = answer.status === 403 ? ' (pages call with a web key, servers with a server-side key)' : '';
    super(said + (answer.reason ? `: ${answer.reason}` : '') + keys, options);
    this.route = route;
    this.status = answer.status;
    this.code = code;
    this.retryAfter = answer.retryAfter;
    this.#answer = answer;
  }

  /** The parsed body of the answer, when it was JSON. May hold personal data. */
  get body(): unknown {
    return this.#answer.body;
  }

  /** The body of the answer as it came. May hold personal data. */
  get rawBody(): string {
    return this.#answer.rawBody;
  }

  /** Whether the same call could succeed later. */
  get isTransient(): boolean {
    // Below 400 is an answer that could not be read, such as a captive portal's page.
    return this.status < 400 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

/** The word of an envelope. Anything but a word is left out, since it could hold what must not be logged. */
function codeOf(body: unknown): string | undefined {
  const { code } = (body ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^\w{1,50}$/.test(code) ? code : undefined;
}
