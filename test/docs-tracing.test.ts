import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createAdmin, type Hooks } from '../src/admin/index.js';
import { createEmulator } from '../src/emulator/app.js';

const ROOT = join(import.meta.dirname, '..');

/** The hooks of the example of the guide to the server door, as they stand there. */
async function exampleHooks(): Promise<Hooks> {
  const text = readFileSync(join(ROOT, 'docs/server.md'), 'utf8');
  const examples = [...text.matchAll(/^```ts\n([^]*?)^```/gm)].map(([, code = '']) => code);
  const example = examples.find((code) => code.includes('@opentelemetry/api')) ?? '';
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, 'build/tracing-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'example.ts');
  writeFileSync(path, example.replace("'tidings/admin'", `'${join(ROOT, 'src/admin/index.ts')}'`));
  return ((await import(path)) as { traces: Hooks }).traces;
}

it('the example of the guide to the server door makes a span of each attempt, and hands its trace on', async () => {
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  );
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  vi.stubEnv('API_KEY', 'key');
  onTestFinished(() => void vi.unstubAllEnvs());
  const emulator = createEmulator();
  const parents: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    parents.push(new Headers(init?.headers).get('traceparent'));
    return emulator.fetch(input, init);
  };
  const admin = createAdmin({
    apiKey: emulator.keys.server,
    baseUrl: 'http://emulator',
    fetch,
    random: () => 0.001,
    ...(await exampleHooks()),
  });
  emulator.faults.add({ kind: 'status', status: 503, route: 'GET /api/channels' });

  await Promise.all([admin.channels.list(), admin.lists.list()]);

  const spans = exporter.getFinishedSpans();
  const told = spans.map(({ name, kind, status, attributes }) => ({
    name,
    kind,
    code: status.code,
    ...attributes,
  }));
  const span = { kind: SpanKind.CLIENT, code: SpanStatusCode.UNSET, 'http.request.resend_count': 0 };
  const byName = (name: string) => told.filter((one) => one.name === name);
  expect(told).toHaveLength(3);
  expect(byName('GET /api/channels')).toEqual([
    { ...span, name: 'GET /api/channels', code: SpanStatusCode.ERROR, 'http.response.status_code': 503 },
    { ...span, name: 'GET /api/channels', 'http.request.resend_count': 1, 'http.response.status_code': 200 },
  ]);
  expect(byName('GET /api/lists')).toEqual([
    { ...span, name: 'GET /api/lists', 'http.response.status_code': 200 },
  ]);
  expect(spans.filter(({ events }) => events.some(({ name }) => name === 'exception'))).toHaveLength(1);
  const ids = spans.map((one) => `00-${one.spanContext().traceId}-${one.spanContext().spanId}-01`);
  expect([...parents].sort()).toEqual(ids.sort());
});
