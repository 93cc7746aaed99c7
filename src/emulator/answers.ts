import type { Context } from 'hono';
import type { z } from 'zod';
import type { ResultCode } from '../api/envelope.js';

/** Answers that the call was taken. */
export function accepted(context: Context): Response {
  return context.json({ msg: '', code: 'Success' satisfies ResultCode, params: null });
}

/** Answers that it was not, and why. */
export function refused(context: Context, status: 400 | 401 | 404, code: ResultCode, msg: string): Response {
  return context.json({ msg, code, params: null }, status);
}

/** Does `work` on the body of a call, or refuses one that is not of the schema. */
export async function withBody<Body>(
  context: Context,
  schema: z.ZodType<Body>,
  work: (body: Body) => Response,
): Promise<Response> {
  let json: unknown;
  try {
    json = JSON.parse(await context.req.text());
  } catch {
    return refused(context, 400, 'BadJsonBody', 'The body is not JSON');
  }
  return checked(context, schema, json, work);
}

/** Does `work` on a value of the schema, or refuses one that is not, naming the field. */
export function checked<Value>(
  context: Context,
  schema: z.ZodType<Value>,
  value: unknown,
  work: (value: Value) => Response,
): Response {
  const { success, data, error } = schema.safeParse(value);
  if (success) return work(data);
  const { path = [], message = '' } = error.issues[0] ?? {};
  const code: ResultCode = path[0] === 'email' ? 'InvalidEmailAddressError' : 'BadParams';
  return refused(context, 400, code, `${path.join('.') || 'The user'}: ${message}`);
}
