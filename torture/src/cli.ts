import type { TortureCommand, RunOptions } from './torture-command.ts';
import { commands } from './commands.ts';
import promises from '../promises.json' with { type: 'json' };
import { parseCommandLine, UsageError, type CommandLine } from './command-line.ts';

const usage = `Usage: npm run torture -- <name> [--seed <n>] [--short] [--<flag> <value>]
       npm run torture -- all [--seed <n>] [--short]

${Object.entries(commands)
  .map(
    ([name, { sentence, flags }]) =>
      `  ${name.padEnd(15)} ${sentence}\n${' '.repeat(18)}${flags.map((flag) => `--${flag}`).join(' ')}`,
  )
  .join('\n')}`;

// When this process ends, the programs that it started also end: see scripts/programs/postgres.mjs and
// src/shop/process.ts.
process.once('SIGTERM', () => process.exit(143));
process.once('SIGINT', () => process.exit(130));
// The terminal was closed.
process.once('SIGHUP', () => process.exit(129));

// With `--check`, the command line is only checked: see scripts/run.mjs.
const isCheck = process.argv[2] === '--check';
const args = process.argv.slice(isCheck ? 3 : 2);
if (args.some((argument) => argument === '--help' || argument === '-h')) {
  console.log(usage);
  process.exit(0);
}

const commandLine = parseCommandLine(args, commands);
if (typeof commandLine === 'string') {
  console.error(`${commandLine}\n\n${usage}`);
  process.exit(2);
}
if (isCheck) process.exit(0);
for (const [title, command] of commandLine.chosen) {
  // `exit` also ends the programs that a failed run did not stop.
  if (!(await runCommand(title, command, commandLine))) process.exit(1);
}

/**
 * Runs a command and prints its report. Resolves with true when the promise holds. An error that ends the run
 * counts as a failure.
 */
async function runCommand(
  title: string,
  command: TortureCommand,
  { seed, isShort, size, choice }: CommandLine,
): Promise<boolean> {
  console.log(`\n── ${title} (seed ${seed}${isShort ? ', short' : ''})\n${command.sentence}`);
  for (const { promise, commands: names } of promises.commands)
    if (names.includes(`\`${title}\``)) console.log(`  promise: ${promise.replaceAll('**', '')}`);
  const options: RunOptions = { seed, isShort, size, choice, log: (line) => console.log(`  · ${line}`) };
  try {
    const { figures, failures } = await command.run(options);
    const width = Math.max(0, ...Object.keys(figures).map((key) => key.length));
    for (const [key, value] of Object.entries(figures)) console.log(`  ${key.padEnd(width)}  ${value}`);
    for (const failure of failures) console.log(`  FAILED: ${failure}`);
    console.log(failures.length === 0 ? `${title}: holds` : `${title}: DOES NOT HOLD (seed ${seed})`);
    return failures.length === 0;
  } catch (error) {
    // A run can throw a UsageError, because only the run knows the allowed values of its flags.
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${usage}`);
      process.exit(2);
    }
    console.error(error);
    console.log(`${title}: the run ended with an error (seed ${seed})`);
    return false;
  }
}
