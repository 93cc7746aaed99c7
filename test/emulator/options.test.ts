import { describe, expect, it } from 'vitest';
import { createEmulator, type EmulatorOptions } from '../../src/emulator/app.js';

const TOKEN = 'a-token-of-some-length';

describe('the options of createEmulator', () => {
  it.each<[words: string, options: object]>([
    ['`project` must be `email`, `userId` or `hybrid`', { project: 'x' }],
    ['`dialect` must be `document` or `observed`', { dialect: 'foo' }],
    ['`timeZone` must be an IANA time zone such as `Europe/Berlin`', { timeZone: 'Mars/X' }],
    ['`contents` must be `empty` or `shop`', { contents: 'x' }],
    ['`behaviour` must be `quiet` or `busy`', { behaviour: 'x' }],
    ['`scenario` must be an object', { scenario: null }],
    ['`saved` must be the text of a save', { saved: '' }],
    ['`senders` must be a list', { senders: 'example.com' }],
    ['`members` must be a list', { members: [5] }],
    ['`plan` cannot be read: # must be a schema with `properties`', { plan: { events: {} } }],
    ['`plan` cannot be read: # must be a schema with `properties`', { plan: null }],
    ['`plan` cannot be read: #/allOf cannot be read', { plan: { properties: {}, allOf: [{}] } }],
    [
      '`plan` cannot be read: #/properties/seen/not cannot be read: the type would be another without it',
      { plan: { properties: { seen: { not: {} } } } },
    ],
    ['`limits` must be `true` or `false`', { limits: 'yes' }],
    ['`latency` must be milliseconds, 0 or more', { latency: '5' }],
    ['`latency` must be milliseconds', { latency: Number.NaN }],
    ['`latency` must be milliseconds', { latency: -1 }],
    ['`keys` must be an object with keys by their types: `server`,', { keys: { foo: 'x' } }],
    ['`keys` must be an object', { keys: { server: '' } }],
    ['`keys` must be an object with keys by their types', { keys: { server: 'a', web: 'a' } }],
    ['no two are the same', { keys: { server: 'emulator-web-key' } }],
    ['`tokenSecret` must be a text that is not empty', { tokenSecret: '' }],
    ['`tokenKeys` must be a list of types of key: `server`,', { tokenKeys: ['nope'] }],
    ['`origin` must be an origin such as', { origin: 'foo' }],
    ['`origin` must be an origin such as', { origin: 'http://a.com/' }],
    ['`now` must be a function that gives milliseconds', { now: 5 }],
    ['`now` must be a function that gives milliseconds', { now: () => Number.NaN }],
    ['`seed` must be a number', { seed: 'x' }],
    ['`firstId` must be a whole number, 0 or more', { firstId: 1.5 }],
    ['`firstId` must be a whole number', { firstId: -1 }],
    ['`fetch` must be a function', { fetch: 5 }],
    ['`control` must be an object with `hosts`', { control: { hosts: 'a', token: TOKEN } }],
    ['`control.token` must have 16 characters', { control: { hosts: ['a'], token: 5 } }],
    ['`unknownOption` is no option: there are `project`,', { unknownOption: 1 }],
    ['`toString` is no option', { toString: 1 }],
  ])('are refused with words: %s', (words, options) => {
    expect(() => createEmulator(options as EmulatorOptions)).toThrow(words);
  });

  it('may be left undefined, and may be all that the guide says', () => {
    const options = {
      ...{ project: 'email', dialect: 'observed', timeZone: 'Europe/Berlin', contents: 'empty' },
      ...{ scenario: {}, behaviour: 'busy', senders: ['a.example'], members: [], limits: true, latency: 0 },
      ...{
        plan: { properties: {} },
        keys: { server: 'mine' },
        tokenSecret: 'secret',
        tokenKeys: [],
        origin: 'http://localhost:3000',
      },
      ...{
        now: () => 5,
        seed: 0,
        firstId: 0,
        fetch,
        control: { hosts: ['*'], token: TOKEN },
        saved: undefined,
      },
    } as object;

    expect(createEmulator(options).keys.server).toBe('mine');
  });
});
