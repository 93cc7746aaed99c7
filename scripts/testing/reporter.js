import { relative } from 'node:path';

/**
 * What a test came to, as the process that started the run is told.
 *
 * @typedef {object} TestTold
 * @property {string} file - Seen from the project's folder.
 * @property {string} name - With those of the groups around it.
 * @property {'passed' | 'failed' | 'skipped'} state
 * @property {string} note - Why it failed or was skipped.
 * @property {number} seconds - How long it took.
 * @property {number} share - How much of its deadline it needed, of 1.
 * @property {string[]} [figures] - What it measured, in words: its annotations of the type `figure`.
 */

/** @typedef {{ done: number, total: number, tests: TestTold[] }} Told - How far a run is, and what came since the last. */

/**
 * Tells the process that started Vitest how far the run is, file by file, instead of anybody who reads along.
 */
export default class ProcessReporter {
  #done = 0;
  #total = 0;

  /** @param {readonly unknown[]} files */
  onTestRunStart(files) {
    this.#total = files.length;
    this.#tell([]);
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    this.#done += 1;
    const file = module.relativeModuleId;
    const broken = module.errors().map((error) => failure(file, 'The file could not be run', [error]));
    for (const suite of module.children.allSuites())
      broken.push(...suite.errors().map((error) => failure(file, suite.fullName, [error])));
    this.#tell([...broken, ...[...module.children.allTests()].map((test) => told(file, test))]);
  }

  /**
   * Keeps what a test said in the step's log.
   *
   * @param {import('vitest').UserConsoleLog} log
   */
  onUserConsoleLog({ content }) {
    process.stdout.write(content);
  }

  /**
   * @param {unknown} _modules
   * @param {readonly import('vitest').SerializedError[]} errors
   */
  onTestRunEnd(_modules, errors) {
    // Vitest knows which file ran at that moment, and maybe which test.
    this.#tell(
      errors.map((error) => {
        const { VITEST_TEST_PATH: path, VITEST_TEST_NAME: test, type } = error;
        const file = typeof path === 'string' ? relative(process.cwd(), path) : '';
        const kind = typeof type === 'string' ? type : 'error';
        const amid = typeof test === 'string' ? `, amid ${test}` : '';
        return failure(file, `Nobody caught this ${kind}${amid}`, [error]);
      }),
    );
  }

  /** @param {TestTold[]} tests */
  #tell(tests) {
    for (const { file, name, state, note } of tests)
      if (state === 'failed') console.log(`✗ ${file}: ${name}\n${note}\n`);
    process.send?.({ done: this.#done, total: this.#total, tests });
  }
}

/**
 * @param {string} file
 * @param {import('vitest/node').TestCase} test
 * @returns {TestTold}
 */
function told(file, test) {
  const result = test.result();
  const duration = test.diagnostic()?.duration ?? 0;
  const seconds = duration / 1000;
  const share = duration / (test.options.timeout ?? Infinity);
  if (result.state === 'failed') return { ...failure(file, test.fullName, result.errors), seconds, share };
  const note = (result.state === 'skipped' && result.note) || '';
  const figures = test.annotations().flatMap(({ type, message }) => (type === 'figure' ? [message] : []));
  return {
    file,
    name: test.fullName,
    state: result.state === 'passed' ? 'passed' : 'skipped',
    note,
    seconds,
    share,
    figures,
  };
}

/**
 * @param {string} file
 * @param {string} name
 * @param {readonly { message: string, stack?: string, diff?: string }[]} errors
 * @returns {TestTold}
 */
function failure(file, name, errors) {
  const note = errors.map(({ message, stack = '', diff = '' }) => {
    const places = stack.split('\n').filter((line) => /^\s+at .*\/(test|src|demo)\//.test(line));
    return [message, diff, ...places].filter(Boolean).join('\n');
  });
  return { file, name, state: 'failed', note: note.join('\n'), seconds: 0, share: 0 };
}
