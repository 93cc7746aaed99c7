/** The port where the command listens, unless it is told another. */
export const DEFAULT_PORT = 4747;

/** How `pull` is called. */
export const HELP_OF_PULL = 'Such as: API_KEY=… tidings-emulator pull --from https://api.example.com';

/** What `tidings-emulator --help` prints. */
export const HELP = `Usage: tidings-emulator [options]
       tidings-emulator exec [options] -- PROGRAM [ARGUMENT...]
       tidings-emulator pull --from URL [--out FILE]

The whole service on your own machine, with a console to look at what it holds.
With exec it runs beside a program, such as npm test, and ends with its exit code.
With pull it writes what a real project has, without its people, as a scenario.

Options:
  --port PORT           Where to listen; 0 takes a port that is free. Default: ${DEFAULT_PORT}.
  --host HOST           The address to listen at. Default: 127.0.0.1, which only this machine reaches.
  --seed shop|empty     What it holds at first. Default: shop, and with --scenario or --import empty.
  --scenario FILE       What it holds beside that at first, described by hand in JSON.
  --data FILE           Keep what it holds in this file, and take it up from there.
  --import FILE         Begin with what a saved file holds, and leave the file as it is.
  --export-on-exit FILE Save what it holds when it is stopped.
  --project TYPE        How people are named: email, userId or hybrid. Default: hybrid.
  --people quiet|busy   Whether people open, click and buy by themselves, as time passes. Default: quiet.
  --time-zone ZONE      Where the project's days begin, such as Europe/Berlin. Default: UTC.
  --senders LIST        The addresses and domains, with commas between, that emails may come from.
  --plan FILE           A tracking plan in JSON Schema: the console marks the custom events that break it.
  --dialect NAME        Where its document and the service differ, go by: document or observed. Default: document.
  --projects NUMBER     How many projects it has, each with keys of its own. Default: 1.
  --key TYPE=KEY        A key of the project: server, readOnly, javascript, mobile or web. May be repeated.
  --secret TEXT         What tokens are signed with. Default: emulator-token-secret.
  --limits              Refuse calls that come too often, as published.
  --latency MS          How long a write that was received takes to be seen. Default: 0.
  --now TIME            When its time begins, such as 2030-01-31T09:00:00Z. Default: now.
  --rate NUMBER         How many seconds pass in one, such as 60. Default: 1.
  --strict-cors ORIGIN  Let only pages of this origin call, such as https://shop.example.com.
  --control-host NAME   Let those who reach it by this name look and steer too, with a token; may be repeated, * is any.
  --control-token TEXT  Their token, of 16 characters or more. Default: one by chance, which it tells.
  --help                Show this.
  --version             Show the version.

Options of pull:
  --from URL            Where the service is. A read-only key of the project stands in the environment, as API_KEY.
  --out FILE            The file to write. Default: scenario.json.`;
