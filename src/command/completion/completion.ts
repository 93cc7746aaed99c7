import { EXIT, type Command, type Context } from '../context.js';
import { oneOf, onlyOne, readArgs } from '../usage.js';

const HELP = `Usage: tidings completion bash|zsh|fish

Prints what lets a shell complete commands, operations and their options.

  bash   eval "$(tidings completion bash)", in ~/.bashrc
  zsh    eval "$(tidings completion zsh)", in ~/.zshrc, after compinit
  fish   tidings completion fish > ~/.config/fish/completions/tidings.fish

Options:
  --help  Show this.`;

/** What each shell runs: it asks the command itself, so that it knows whatever the installed version does. */
const SCRIPTS = {
  bash: `_tidings() {
  local IFS=$'\\n'
  COMPREPLY=($(tidings complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _tidings tidings
`,
  zsh: `_tidings() {
  local -a found
  found=("\${(@f)$(tidings complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -- $found; else _files; fi
}
compdef _tidings tidings
`,
  fish: `complete -c tidings -f -a '(tidings complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
};

/** Prints what lets a shell complete the command. */
export const completion: Command = { help: HELP, run };

async function run(args: string[], { terminal }: Context): Promise<number> {
  const { positionals } = readArgs(args, {});
  const shells = Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[];
  const shell = oneOf('shell', onlyOne('a shell: bash, zsh or fish', positionals), shells);
  await terminal.give(SCRIPTS[shell]);
  return EXIT.done;
}
