import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** The service's description, as far as the check of an answer reads it. */
interface Description {
  paths: Record<string, Record<string, { responses: Record<string, Described> }>>;
  components: { responses: Record<string, Described> };
}

interface Described {
  $ref?: string;
  content?: Record<string, { schema: object }>;
}

/** The text of `docs/service/openapi.json`. */
export const openApiText = readFileSync(
  new URL('../../../docs/service/openapi.json', import.meta.url),
  'utf8',
);

/**
 * Tells in what an answer is not as the service's description has it; nothing when it is. Each schema is made ready once.
 */
export function createDescriptionCheck() {
  const description = JSON.parse(openApiText) as Description;
  // Words of OpenAPI for how a number is held, beside its type.
  const formats = { int32: true, int64: true, double: true } as const;
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats });
  ajv.addSchema(description, 'openapi.json');
  const ready = new Map<string, ValidateFunction>();

  function validatorAt(...path: string[]): ValidateFunction {
    const names = path.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1')));
    const $ref = `openapi.json#/${names.join('/')}`;
    const validate = ready.get($ref) ?? ajv.compile({ $ref });
    ready.set($ref, validate);
    return validate;
  }

  return function differences(route: string, status: number, answer: unknown): string[] {
    const [method = '', path = ''] = route.split(' ');
    const verb = method.toLowerCase();
    const responses = description.paths[path]?.[verb]?.responses ?? {};
    const known = String(status) in responses ? String(status) : 'default';
    if (known === 'default' && status < 400) return [`${route} answers ${status}, which is not described`];
    const { $ref, content: own } = responses[known] ?? {};
    const shared = $ref?.split('/').at(-1);
    const content = shared ? description.components.responses[shared]?.content : own;
    const [type = ''] = Object.keys(content ?? {});
    // What was answered as a text is kept parsed where it could be.
    if (type !== 'application/json') return differencesOfText(route, status, answer);
    const at = shared ? ['components', 'responses', shared] : ['paths', path, verb, 'responses', known];
    const validate = validatorAt(...at, 'content', type, 'schema');
    if (validate(answer)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

function differencesOfText(route: string, status: number, answer: unknown): string[] {
  if (answer === undefined) return [`${route} answers nothing`];
  const isEnvelope = typeof answer === 'object' && answer !== null && 'msg' in answer && 'code' in answer;
  return status >= 400 && isEnvelope ? [`${route} answers ${status} in the envelope, not as a text`] : [];
}
