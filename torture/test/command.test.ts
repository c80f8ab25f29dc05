import { describe, expect, test } from 'vitest';
import type { Claim } from '../src/claim.ts';
import { parseCommand, type Command } from '../src/command.ts';

const claim: Claim = {
  sentence: '',
  flags: ['kills', 'store'],
  run: () => Promise.reject(new Error('not run')),
};
const claims = { crash: claim, load: { ...claim, flags: [] } };

function parse(...args: readonly string[]): Command {
  const command = parseCommand(args, claims);
  if (typeof command === 'string') throw new Error(command);
  return command;
}

describe('parseCommand', () => {
  test('parseCommand reads sizes, choices and the seed from flags', () => {
    const command = parse('crash', '--seed', '7', '--kills', '3', '--store', 'embedded');
    expect(command.seed).toBe(7);
    expect(command.size('kills', { long: 52, short: 1 })).toBe(3);
    expect(command.choice('store', ['postgres', 'embedded'])).toBe('embedded');
    expect(command.chosen.map(([name]) => name)).toEqual(['crash']);
  });

  test('a command has the long sizes and the first choice by default, and the short sizes with --short', () => {
    const sizes = { long: 52, short: 1 };
    expect(parse('crash').size('kills', sizes)).toBe(52);
    expect(parse('crash', '--short').size('kills', sizes)).toBe(1);
    expect(parse('crash').choice('store', ['postgres', 'embedded'])).toBe('postgres');
    expect(parse('all').chosen).toHaveLength(2);
  });

  test.each([
    [['crash', '--kill', '3'], /--kill/],
    [['load', '--kills', '3'], /--kills/],
    [['all', '--kills', '3'], /--kills/],
    [['crash', '--kills'], /kills/],
    [['crash', 'load'], /load/],
    [['crush'], /no claim "crush"/],
    [[], /Give the name of a claim/],
    [['crash', '--seed', 'seven'], /--seed is "seven"; it must be a whole number/],
    [['crash', '--seed', '99999999999'], /from 0 to 999999999/],
  ])('the command line %j is refused with an error message', (args, reason) => {
    expect(parseCommand(args, claims)).toMatch(reason);
  });

  test('a command throws when a size is not a number of at least 1, or when a choice is unknown', () => {
    const command = parse('crash', '--kills', 'many', '--store', 'paper');
    expect(() => command.size('kills', { long: 1, short: 1 })).toThrow('--kills is "many"');
    const none = parse('crash', '--kills', '0');
    expect(() => none.size('kills', { long: 1, short: 1 })).toThrow('from 1 to');
    expect(() => command.choice('store', ['postgres', 'embedded'])).toThrow('it can be postgres or embedded');
  });
});
