import type { Command } from '../context.js';
import { jsonInput } from '../json-input.js';
import { readArgs, refuse } from '../usage.js';
import { inputOf, optionOf, optionsOf, refuseMissing } from './fields.js';
import { helpOf } from './help.js';
import { CALL_OPTIONS, makeCall } from './make-call.js';
import type { CommandOperation } from './operations.js';

/** Calls an operation, with its fields as options. */
export function commandOf(operation: CommandOperation): Command {
  const { fields, words, route, harm } = operation;
  return {
    help: helpOf(operation),
    isOwn: (option) => fields.some((field) => optionOf(field) === option),
    async run(args, context) {
      const { values, positionals } = readArgs(args, CALL_OPTIONS, optionsOf(fields));
      if (positionals[0] !== undefined)
        refuse(`${positionals[0]} is one too many: \`${words}\` takes options only`);
      const { json } = values;
      const { terminal } = context;
      const all = json === undefined ? {} : await jsonInput(json, terminal);
      const input = { ...all, ...(await inputOf(fields, values, terminal)) };
      // Of what is given as JSON, the service has the last word.
      if (json === undefined) refuseMissing(fields, input);
      return makeCall({ name: words, route, harm }, input, values, context);
    },
  };
}
