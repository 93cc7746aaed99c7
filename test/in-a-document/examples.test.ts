// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { examples } from '../support/examples.js';
import { doorsOf, runExample } from '../support/run-example.js';

const forTests = examples.filter((example) => {
  const doors = doorsOf(example);
  return doors.includes('tidings') && doors.includes('tidings/emulator');
});

describe('an example of a test', () => {
  it.each(forTests.map((example) => [`${example.page}:${example.line}`, example] as const))(
    'works: %s',
    (_, example) => runExample(example),
  );

  it('is there', () => expect(forTests).not.toEqual([]));
});
