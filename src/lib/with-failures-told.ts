import { isObject } from './is-object.js';

/**
 * Lets nobody have to wait for what some functions promise, also those of objects beside them: what fails is told to
 * `report` as well, so that no rejection is left unhandled, which would end a server.
 *
 * @param onPromise - Gets each promise before whoever called.
 */
export function withFailuresTold<Functions extends object>(
  functions: Functions,
  report: (error: unknown) => void,
  onPromise: (promise: Promise<unknown>) => void = () => {},
): Functions {
  for (const [name, work] of Object.entries(functions)) {
    if (isObject(work)) withFailuresTold(work, report);
    if (typeof work !== 'function') continue;
    const told = (...given: unknown[]) => {
      const result: unknown = (work as (...given: unknown[]) => unknown)(...given);
      if (result instanceof Promise) {
        result.catch(report);
        onPromise(result);
      }
      return result;
    };
    Object.assign(functions, { [name]: told });
  }
  return functions;
}
