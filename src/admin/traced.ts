import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { AdminOptions } from './admin-options.js';
import type { AttemptedCall, AttemptOutcome } from './calling/hooks.js';
import { errorType } from './error-type.js';

/**
 * The options of an admin, each of whose attempts becomes a span of OpenTelemetry, with the span that is active where the
 * call is made as its parent; the service gets the trace's header. Hooks that the options have go on. Nothing in a span
 * names a person: it has the template of an address and never the address itself.
 *
 * Needs the package `@opentelemetry/api`. Default of `tracer`: that of the global provider.
 *
 * @example
 * ```ts
 * const admin = createAdmin(traced({ apiKey: process.env.API_KEY!, baseUrl: 'https://api.example.com' }));
 * ```
 */
export function traced<Options extends AdminOptions>(
  options: Options,
  { tracer = trace.getTracer('tidings') }: { tracer?: Tracer } = {},
): Options {
  const spans = new Map<number, Span>();
  const server = serverOf(options.baseUrl);
  const { onRequest, onResponse } = options;

  function start({ id, operation, attempt, headers }: AttemptedCall & { headers: Record<string, string> }) {
    const [method = '', template = ''] = operation.split(' ');
    // A route that this version does not know has no template, and its address may name somebody.
    const isKnown = template !== '/';
    const attributes: Attributes = {
      'http.request.method': method,
      ...(isKnown && { 'url.template': server.path + template }),
      ...server.attributes,
      ...(attempt > 1 && { 'http.request.resend_count': attempt - 1 }),
    };
    const name = isKnown ? operation : method;
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
    propagation.inject(trace.setSpan(context.active(), span), headers);
    spans.set(id, span);
  }

  function end({ id, status, error }: AttemptOutcome) {
    const span = spans.get(id);
    spans.delete(id);
    if (status !== undefined) span?.setAttribute('http.response.status_code', status);
    if (error !== undefined) {
      span?.setAttribute('error.type', errorType(error));
      // Without its words, in which the service may name somebody.
      span?.setStatus({ code: SpanStatusCode.ERROR });
    }
    span?.end();
  }

  // Made from them, so that a key which is changed there later is changed here too.
  return Object.assign(Object.create(options) as Options, {
    onRequest(request: Parameters<typeof start>[0]) {
      start(request);
      return onRequest?.(request);
    },
    onResponse(outcome: AttemptOutcome) {
      end(outcome);
      return onResponse?.(outcome);
    },
  });
}

/** What spans tell of where the service is; nothing of an address that is none, which `createAdmin` refuses. */
function serverOf(baseUrl: string): { attributes: Attributes; path: string } {
  if (!URL.canParse(baseUrl)) return { attributes: {}, path: '' };
  const { protocol, hostname, port, pathname } = new URL(baseUrl);
  const attributes = {
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'http:' ? 80 : 443),
  };
  return { attributes, path: pathname.replace(/\/$/, '') };
}
