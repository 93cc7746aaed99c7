import { explained } from '../lib/explained.js';
import { EXIT, type Command, type Context } from './context.js';
import { readArgs, refuse } from './usage.js';

const HELP = `Usage: tidings explain CODE [VALUE...]

Says what an error of a page means. What visitors load carries codes in place of texts, and tells this command:
copy all of it. A page in development gets the texts.

Options:
  --help  Show this.`;

/** Says what an error of a page means. */
export const explain: Command = { help: HELP, run };

async function run(args: string[], { terminal }: Context): Promise<number> {
  const [code = '', ...values] = readArgs(args, {}).positionals;
  const text = explained(code, values);
  if (text === undefined)
    return refuse(
      code
        ? `No error of this version has the code ${code}: install the version that the page loads`
        : 'it needs the code of an error, such as `12`',
    );
  await terminal.give(`${text}\n`);
  return EXIT.done;
}
