import { describe, expect, test } from 'vitest';
import type { TortureCommand } from '../src/torture-command.ts';
import { parseCommandLine, type CommandLine } from '../src/command-line.ts';

const command: TortureCommand = {
  sentence: '',
  flags: ['kills', 'store'],
  run: () => Promise.reject(new Error('not run')),
};
const commands = { crash: command, load: { ...command, flags: [] } };

function parse(...args: readonly string[]): CommandLine {
  const commandLine = parseCommandLine(args, commands);
  if (typeof commandLine === 'string') throw new Error(commandLine);
  return commandLine;
}

describe('parseCommandLine', () => {
  test('parseCommandLine reads sizes, choices and the seed from flags', () => {
    const commandLine = parse('crash', '--seed', '7', '--kills', '3', '--store', 'embedded');
    expect(commandLine.seed).toBe(7);
    expect(commandLine.size('kills', { long: 52, short: 1 })).toBe(3);
    expect(commandLine.choice('store', ['postgres', 'embedded'])).toBe('embedded');
    expect(commandLine.chosen.map(([name]) => name)).toEqual(['crash']);
  });

  test('a command line has the long sizes and the first choice by default, and the short sizes with --short', () => {
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
    [['crush'], /no command "crush"/],
    [[], /Give the name of a command/],
    [['crash', '--seed', 'seven'], /--seed is "seven"; it must be a whole number/],
    [['crash', '--seed', '99999999999'], /from 0 to 999999999/],
  ])('the command line %j is refused with an error message', (args, reason) => {
    expect(parseCommandLine(args, commands)).toMatch(reason);
  });

  test('a command line throws when a size is not a number of at least 1, or when a choice is unknown', () => {
    const commandLine = parse('crash', '--kills', 'many', '--store', 'paper');
    expect(() => commandLine.size('kills', { long: 1, short: 1 })).toThrow('--kills is "many"');
    const none = parse('crash', '--kills', '0');
    expect(() => none.size('kills', { long: 1, short: 1 })).toThrow('from 1 to');
    expect(() => commandLine.choice('store', ['postgres', 'embedded'])).toThrow(
      'it can be postgres or embedded',
    );
  });
});
