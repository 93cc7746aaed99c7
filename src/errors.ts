/** Every error this library throws on purpose. Tell them apart by `error.name`. */
export type SdkError = OptionError | NetworkError | ApiError;

/** The caller passed something unusable; the message says what to pass instead. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/** The service could not be reached, or its answer got lost: it may or may not have acted. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  /** How often the call was made; told by the server door. */
  declare readonly attempts?: number;
  /** How long the call waited for its pace and between its attempts, in milliseconds; told by the server door. */
  declare readonly waited?: number;
}

/** What the service answered instead of doing what it was asked. */
export interface RefusedAnswer {
  /** The HTTP status. */
  status: number;
  /** The body as it came, which may be plain text or a proxy's HTML. */
  rawBody: string;
  /** The parsed body, when it was JSON. */
  body?: unknown;
  /** The service's own word for what is wrong. */
  code?: string | undefined;
  /** What the service says is wrong, free of secrets and personal data. */
  reason?: string | undefined;
  /** How long the service asks callers to wait, in milliseconds. */
  retryAfter?: number | undefined;
}

/** As in `lib/hint`, on which nothing here may stand. */
const hint = (text: string) => text;

/** The service answered, and the answer was no. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The operation called, such as `POST /api/lists`, without who is named in its path. */
  declare readonly route: string;
  /** The HTTP status of the answer. */
  declare readonly status: number;
  /** The service's own word for what is wrong, such as `BadParams`. An open set; absent when the body has none. */
  declare readonly code: string | undefined;
  /** How long the service asks callers to wait before they try again, in milliseconds. */
  declare readonly retryAfter: number | undefined;
  /** How often the call was made; told by the server door. */
  declare readonly attempts?: number;
  /** How long the call waited for its pace and between its attempts, in milliseconds; told by the server door. */
  declare readonly waited?: number;
  /** How the service calls the request, where it says so; told by the server door. */
  declare readonly requestId?: string | undefined;
  // Private, so that a log of this error does not carry what the service said of a person.
  readonly #refusal: RefusedAnswer;

  constructor(route: string, refusal: RefusedAnswer) {
    const { status, code, reason, retryAfter } = refusal;
    const words = [route, 'answered', status, code].filter(Boolean).join(' ');
    const isAboutKey = status === 403 && (code ?? 'Forbidden') === 'Forbidden';
    const more = isAboutKey ? ` (${hint('a page needs a web key, a server a server-side key')})` : '';
    super((reason ? `${words}: ${reason}` : words) + more);
    Object.assign(this, { route, status, code, retryAfter });
    this.#refusal = refusal;
  }

  /** The parsed body of the answer, when it was JSON. May hold personal data. */
  get body(): unknown {
    return this.#refusal.body;
  }

  /** The body of the answer as it came. May hold personal data. */
  get rawBody(): string {
    return this.#refusal.rawBody;
  }

  /** Whether the same call could succeed later. */
  get isTransient(): boolean {
    // Below 300 is an answer that could not be read, such as a captive portal's page.
    return /^[^34]|408|42[59]/.test(String(this.status));
  }
}
