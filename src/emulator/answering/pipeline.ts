import type { z } from 'zod';
import type { UserRef } from '../../api/models/user.js';
import { concerns } from './concerns.js';
import { before, faultAnswer, isAnsweredByFault, spoiled } from './fault-answers.js';
import type { Fault, FaultQueue } from './faults.js';
import { parsed, textOf } from './json-body.js';
import { checkMayBeInPage, keyTypeOf, type Keys } from '../operation/keys.js';
import type { Attempt, Attempts } from './attempts.js';
import { isWebhookCall } from '../messages/webhook-calls.js';
import { json, textOfJson } from '../operation/answers.js';
import type { Operation } from '../operation/operation.js';
import { Refusal } from '../operation/refusal.js';
import type { Service } from '../state/service.js';
import type { StandIns } from './stand-ins.js';
import { checkTokenUser, statedUser, tokenUser } from './tokens.js';

/** How much of a long answer is kept, in characters. */
const KEPT_LENGTH = 64_000;

/** What a call meets on its way. */
export interface PipelineOptions {
  service: Service;
  keys: Keys;
  faults: FaultQueue;
  standIns: StandIns;
  attempts: Attempts;
  /** Refuses calls that come too often. */
  checkRate: (route: string, apiKey: string) => void;
}

/** A call as the router hands it over. */
export interface Arrival {
  request: Request;
  operation: Operation;
  path: Record<string, string>;
}

/** What a call meets on its way: a fault, the checks of its key, rate, token and input, and its operation. */
export function createPipeline({ service, keys, faults, standIns, attempts, checkRate }: PipelineOptions) {
  async function answer(
    { request, operation, path }: Arrival,
    body?: string,
    made?: Made,
  ): Promise<Response> {
    if (isWebhookCall(request))
      throw new Refusal('Forbidden', 'A webhook may not lead to the emulator itself');
    const { route, rules } = operation;
    const apiKey = request.headers.get('Api-Key');
    const type = rules.keys.length ? keyTypeOf(keys, apiKey, rules.keys) : '';
    if (request.headers.has('Origin')) checkMayBeInPage(type);
    checkRate(route, apiKey ?? '');
    const needsToken = service.tokenKeys.includes(type);
    const authorization = request.headers.get('Authorization');
    const owner = needsToken ? await tokenUser(service, authorization, route) : undefined;
    const input = inputOf({ request, operation, path }, body);
    if (owner) checkTokenUser(owner, callerOf(input));
    service.clock.catchUp();
    // A token that no one asked for may tell who calls, and is no reason to refuse.
    const stated =
      owner ??
      (authorization ? await tokenUser(service, authorization, route).catch(() => undefined) : undefined);
    return noting(service, made, () => operation.answer({ ...input, tokenUser: stated }));
  }

  return async function handle(arrival: Arrival): Promise<Response> {
    const { request, operation } = arrival;
    const body = await textOf(request);
    const about = { id: attempts.nextId(), at: service.clock.now(), route: operation.route };
    const { attempt, answered } = attemptOf(request, body, about);
    attempts.add(attempt, body?.length ?? 0);
    const brought = () => [arrival.path, queryOf(new URL(request.url)), attempt.body, attempt.tokenUser];
    const fault = faults.take(operation.route, (user) => concerns(service, brought(), user));
    if (fault) attempt.fault = fault.kind;

    await before(fault);
    const made: Made = [];
    const refused = (error: unknown) => operation.rules.refused?.(error) ?? refusalAnswer(error);
    const own = () => answer(arrival, body, made).catch(refused);
    const standIn = standIns.of(operation.route);
    const response = isAnsweredByFault(fault)
      ? faultAnswer(fault)
      : spoiled(await (standIn ? standIn(again(request, body), own) : own()), fault);
    attempt.status = response.status;
    if (made.length) attempt.events = made;
    answered(await textSeen(response, fault));
    return response;
  };
}

/** The events that a call made. */
type Made = { id: string; type: string; personId: number }[];

/** How many of the events of one call are noted. */
const NOTED = 10;

/** Notes the events that come about while work begins, which is most often until it ends. */
function noting<Result>(service: Service, made: Made = [], work: () => Result): Result {
  service.onRecord = ({ id, type, personId }) => {
    if (made.length < NOTED) made.push({ id, type, personId });
  };
  try {
    return work();
  } finally {
    service.onRecord = undefined;
  }
}

/** A request whose body was read, to be read again. */
function again({ url, method, headers, signal }: Request, body?: string): Request {
  const mayHaveBody = method !== 'GET' && method !== 'HEAD';
  return new Request(url, { method, headers, signal, ...(mayHaveBody && body !== undefined && { body }) });
}

/** What a call brings, as the rules of its operation make it. */
function inputOf({ request, operation: { rules }, path }: Arrival, body?: string) {
  const url = new URL(request.url);
  return {
    origin: url.origin,
    isHead: request.method === 'HEAD',
    path: checked(rules.path, path),
    query: checked(rules.query, queryOf(url)),
    body: rules.body && checked(rules.body, rules.mayLackBody && body === '' ? {} : parsed(body)),
  };
}

/** The answer to a refusal; what was not meant to be thrown is an error of the emulator, and shown as one. */
export function refusalAnswer(error: unknown): Response {
  if (error instanceof Refusal) {
    const { code, message, params, status, headers } = error;
    return json({ msg: message, code, params }, { status, headers });
  }
  const msg = `The emulator failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  return json({ msg, code: 'GenericError', params: null }, { status: 500 });
}

/** A value as its schema makes it; refuses one that is not of it, naming the field and what is wrong. */
function checked<Value>(schema: z.ZodType<Value> | undefined, value: unknown): Value | undefined {
  if (!schema) return undefined;
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const { path, message } = deepest(error.issues);
  const name = path.map(String).join('.');
  throw new Refusal(codeFor(String(path.at(-1) ?? '')), name ? `\`${name}\`: ${message}` : message);
}

interface Issue {
  path: PropertyKey[];
  message: string;
  errors?: Issue[][];
}

/** The issue that says most: of a union, that of the member which came closest. */
function deepest(issues: readonly object[]): Issue {
  const [issue] = issues as Issue[];
  const [member] = [...(issue?.errors ?? [])].sort((a, b) => a.length - b.length);
  if (!issue) return { path: [], message: 'is not right' };
  if (!member?.length) return issue;
  const inner = deepest(member);
  return { path: [...issue.path, ...inner.path], message: inner.message };
}

function codeFor(field: string) {
  return /email$/i.test(field)
    ? 'InvalidEmailAddressError'
    : /userId$/i.test(field)
      ? 'InvalidUserIdError'
      : 'BadParams';
}

/** The query by name; a name that is repeated has a list. */
function queryOf({ searchParams }: URL): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const all = searchParams.getAll(name);
      return [name, all.length > 1 ? all : (all[0] ?? '')];
    }),
  );
}

/** The user a call is made for, as it names them; for a merge, the one who stays (decision 2). */
function callerOf({ path, query, body }: { path: unknown; query: unknown; body: unknown }): UserRef {
  const all = { ...(path as object), ...(query as object), ...(body as object) } as Record<
    string,
    string | undefined
  >;
  const inner = (all['user'] ?? {}) as UserRef;
  const email = all['email'] ?? all['destinationEmail'] ?? all['currentEmail'] ?? inner.email;
  const userId = all['userId'] ?? all['destinationUserId'] ?? all['currentUserId'] ?? inner.userId;
  return { email, userId } as unknown as UserRef;
}

/** An attempt, and what tells it the text of its answer; body and answer are read once someone looks at them. */
function attemptOf(request: Request, body: string | undefined, about: Pick<Attempt, 'at' | 'id' | 'route'>) {
  const { pathname, search } = new URL(request.url);
  const apiKey = request.headers.get('Api-Key');
  const tokenUser = statedUser(request.headers.get('Authorization'));
  let answer: string | undefined;
  const attempt: Attempt = {
    ...about,
    method: request.method,
    url: pathname + search,
    ...(apiKey && { apiKey }),
    ...(tokenUser && { tokenUser }),
    get body() {
      return body ? readable(body) : undefined;
    },
    get answer() {
      return answer === undefined ? undefined : readable(answer);
    },
  };
  return { attempt, answered: (text: string | undefined) => void (answer = text) };
}

/** The text that a caller sees; its start alone where it is long, so that exports do not fill what is kept. */
async function textSeen(response: Response, fault: Fault | undefined): Promise<string | undefined> {
  if (fault?.kind === 'half') return undefined;
  const text = textOfJson(response);
  if (text !== undefined) return startOf(text);
  if (!/json|text/.test(response.headers.get('Content-Type') ?? '')) return undefined;
  return startOfStream(response.clone());
}

const startOf = (text: string) => (text.length < KEPT_LENGTH ? text : `${text.slice(0, KEPT_LENGTH)}…`);

async function startOfStream({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let start = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    start += decoder.decode(part.value, { stream: true });
    if (start.length < KEPT_LENGTH) continue;
    void reader?.cancel();
    break;
  }
  return startOf(start);
}

function readable(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
