import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAdmin, type AdminOptions, type HookFailure } from '../../src/admin/index.js';
import { traced } from '../../src/admin/opentelemetry.js';
import { serve } from '../support/serve.js';
import { turn } from './support/waiting.js';

/** A traced admin of a server that answers with these statuses, then with 200, and what was told of its calls. */
async function setup(statuses: number[] = [], options: Partial<AdminOptions> = {}) {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  trace.setGlobalTracerProvider(provider);
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  onTestFinished(() => [trace, propagation, context].forEach((api) => api.disable()));
  const { baseUrl, host, arrivals } = await serve((response) => {
    response.statusCode = statuses.shift() ?? 200;
    response.end('{"channels":[],"lists":[],"msg":"ada@example.com is wrong"}');
  });
  const given = { apiKey: 'a-secret-key', baseUrl, pace: false, random: () => 0.001, ...options } as const;
  return {
    baseUrl,
    given,
    admin: createAdmin(traced(given)),
    arrivals,
    port: Number(host.split(':')[1]),
    spans: () => exporter.getFinishedSpans(),
    told: () =>
      exporter.getFinishedSpans().map(({ name, kind, status, attributes, events }) => ({
        ...{ name, kind, status, attributes, events },
      })),
  };
}

const OK = { code: SpanStatusCode.UNSET };
const ERROR = { code: SpanStatusCode.ERROR };

describe('a traced admin', () => {
  it('makes a span of each attempt, by the conventions', async () => {
    const { admin, told, port } = await setup([503]);

    await admin.channels.list();

    const common = {
      'http.request.method': 'GET',
      'url.template': '/api/channels',
      'server.address': '127.0.0.1',
      'server.port': port,
    };
    const span = { name: 'GET /api/channels', kind: SpanKind.CLIENT, events: [] };
    expect(told()).toEqual([
      {
        ...span,
        status: ERROR,
        attributes: { ...common, 'http.response.status_code': 503, 'error.type': '503' },
      },
      {
        ...span,
        status: OK,
        attributes: { ...common, 'http.response.status_code': 200, 'http.request.resend_count': 1 },
      },
    ]);
  });

  it('is within what was active where the call is made, and the service gets its trace', async () => {
    const { admin, spans, arrivals } = await setup([429]);

    const order = await trace.getTracer('shop').startActiveSpan('order', async (parent) => {
      await Promise.all([admin.channels.list(), admin.lists.list()]);
      parent.end();
      return parent.spanContext();
    });

    const children = spans().filter(({ name }) => name !== 'order');
    expect(children).toHaveLength(3);
    expect(children.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual(
      children.map(() => order.spanId),
    );
    const ids = children.map((span) => `00-${order.traceId}-${span.spanContext().spanId}-01`);
    expect(arrivals.map(({ headers }) => headers['traceparent']).sort()).toEqual(ids.sort());
  });

  it('names nobody, and no key', async () => {
    const ada = 'ada%40example.com';
    const { admin, baseUrl, spans, told } = await setup([400, 400]);

    await admin.users.getByPathEmail({ email: 'ada@example.com' }).catch(() => {});
    await admin.users.update({ email: 'ada@example.com' }).catch(() => {});
    await admin.request(`GET /api/users/${ada}`);
    await admin.request(`POST /api/new/${ada}?email=${ada}`, { email: 'ada@example.com' });
    await createAdmin(traced({ apiKey: 'a-secret-key', baseUrl: `${baseUrl}/eu/` })).channels.list();

    expect(told().map(({ name, attributes }) => [name, attributes['url.template']])).toEqual([
      ['GET /api/users/{email}', '/api/users/{email}'],
      ['POST /api/users/update', '/api/users/update'],
      ['GET /api/users/{email}', '/api/users/{email}'],
      ['POST', undefined],
      ['GET /api/channels', '/eu/api/channels'],
    ]);
    const all = JSON.stringify(
      spans().map(({ attributes, events, status, name }) => [attributes, events, status, name]),
    );
    expect(all).not.toMatch(/ada|secret/);
  });

  it('tells why there was no answer', async () => {
    const { given, told } = await setup();
    const cut = await serve((response) => response.socket?.destroy());
    const broken = createAdmin(traced({ ...given, baseUrl: cut.baseUrl, retry: false }));
    const silent = createAdmin(traced({ ...given, retry: false, fetch: () => new Promise(() => {}) }));

    await broken.channels.list().catch(() => {});
    await silent.channels.list(undefined, { timeout: 1 }).catch(() => {});
    await silent.channels.list(undefined, { signal: AbortSignal.timeout(1) }).catch(() => {});

    expect(told().map(({ attributes, status }) => [attributes['error.type'], status])).toEqual([
      ['UND_ERR_SOCKET', ERROR],
      ['TimeoutError', ERROR],
      ['TimeoutError', ERROR],
    ]);
  });

  it('lets the hooks of its options go on, and what of them fails be told', async () => {
    const heard: string[] = [];
    const failures: HookFailure[] = [];
    const full = new Error('The log is full');
    const { admin, told, arrivals } = await setup([503], {
      onRequest: ({ headers, attempt }) => {
        headers['X-Attempt'] = String(attempt);
        heard.push(`request ${attempt}`);
        throw full;
      },
      onResponse: ({ status }) => void heard.push(`response ${status}`),
      onRetry: () => void heard.push('retry'),
      onError: (failure) => void failures.push(failure),
    });

    await admin.channels.list();
    await turn();

    expect(heard).toEqual(['request 1', 'response 503', 'retry', 'request 2', 'response 200']);
    expect(failures).toEqual([{ hook: 'onRequest', error: full }]);
    expect(arrivals.map(({ headers }) => headers['x-attempt'])).toEqual(['1', '2']);
    expect(told()).toHaveLength(2);
  });

  it('goes by a key that is changed later, and by a tracer of its own', async () => {
    const { given, arrivals, told } = await setup();
    const options = { ...given, apiKey: 'old' };
    const own = new InMemorySpanExporter();
    const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(own)] });
    const admin = createAdmin(traced(options, { tracer: provider.getTracer('mine') }));

    await admin.channels.list();
    options.apiKey = 'new';
    await admin.channels.list();

    expect(arrivals.map(({ headers }) => headers['api-key'])).toEqual(['old', 'new']);
    expect(own.getFinishedSpans().map(({ instrumentationScope }) => instrumentationScope.name)).toEqual([
      'mine',
      'mine',
    ]);
    expect(told()).toEqual([]);
  });

  it('leaves an address that is none to `createAdmin`', () => {
    expect(() => createAdmin(traced({ apiKey: 'key', baseUrl: 'nowhere' }))).toThrow('`baseUrl` must be');
  });
});
