import type { z } from 'zod';
import { Refusal } from '../operation/refusal.js';

/** What is wrong with a scenario: its message begins with the path, such as `campaigns[2].templateId`. */
export class ScenarioError extends TypeError {
  override readonly name = 'ScenarioError';
}

/** Where something stands in a scenario. */
export type Path = readonly PropertyKey[];

/** Says what is wrong at a place of a scenario. */
export function wrong(path: Path, message: string): ScenarioError {
  const place = written(path);
  return new ScenarioError(place ? `${place}: ${message}` : message);
}

/** A value as its schema makes it; throws with the path of the first thing that is wrong. */
export function checked<Value>(schema: z.ZodType<Value>, value: unknown, at: Path = []): Value {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  if (issue?.code === 'unrecognized_keys') {
    throw wrong([...at, ...issue.path, issue.keys[0] ?? ''], 'is no field of a scenario');
  }
  throw wrong([...at, ...(issue?.path ?? [])], issue?.message ?? 'is not right');
}

/** Does something about a place of a scenario; what is refused there is said with its path. */
export function within<Result>(path: Path, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [, field, message] = /^`([\w.]+)`:? (.*)$/s.exec(error.message) ?? [];
    throw field ? wrong([...path, field], message ?? '') : wrong(path, error.message);
  }
}

/** `campaigns[2].templateId`, for `['campaigns', 2, 'templateId']`. */
function written(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text ? `${text}.${String(step)}` : String(step);
  }, '');
}
