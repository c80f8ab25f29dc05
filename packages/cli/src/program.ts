import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { commands } from './commands/index.ts';
import { exitCode, type ExitCode } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

const helpText = `
Configuration, from the environment, a file .env or a JSON file (--config, default ./pgw.json if it exists):
  PGW_BASE_URL     baseUrl      URL of the gateway
  PGW_MERCHANT_ID  merchantId   the merchant ID
  PGW_SECRET_KEY   secretKey    the secret key for signatures
  PGW_TOKEN        token        a bearer token, instead of user and password
  PGW_USER         user         the user name
  PGW_PASSWORD     password     the password of the user
  PGW_ENVIRONMENT  environment  staging or production; pgw conformance --full needs staging
The file may also have "profile", "timeoutMs" and "accounts", an object with the entries of each merchant for --account. The environment overrides .env, and .env overrides the JSON file. Secrets are never read from the command line.

Exit codes:
  0   done
  1   the gateway refused the request, or a check failed
  2   the command line, the configuration or the input is invalid
  3   the gateway cannot be reached, or received too many requests (HTTP 429); a check of doctor --app failed
  4   the outcome is unknown: query the payment before you try again
  5   the signature or the credentials were refused
  6   the response of the gateway is invalid
  70  a defect of this program`;

function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(manifest) as { readonly version: string };
  return version;
}

/** Runs a command line and returns the exit code. It never rejects. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    const commandLine = toCommandLine(argv);
    if (commandLine[0] === 'reconcile')
      return await (await import('./commands/reconcile.ts')).runReconcile(commandLine, terminal);
    await createProgram(terminal).parseAsync(commandLine, { from: 'user' });
    return exitCode.ok;
  } catch (failure) {
    // The parser has printed its errors. It also throws for help and version, with exit code 0.
    if (failure instanceof CommanderError) return failure.exitCode === 0 ? exitCode.ok : exitCode.usage;
    const { formatFailure, toExitCode } = await import('./failures.ts');
    terminal.stderr.write(formatFailure(failure, argv.includes('--json') ? 'json' : 'text'));
    return toExitCode(failure);
  }
}

function createProgram(terminal: Terminal): Command {
  const program = new Command('pgw')
    .description('Sends requests to the payment gateway from the command line.')
    .version(readVersion(), '-V, --version', 'print the version')
    .option('--json', 'print the whole result as JSON')
    .option('--config <file>', 'read the configuration from this file')
    .option('--account <id>', 'use this account of "accounts" in the file')
    .addHelpText('after', helpText)
    .hook('preSubcommand', (_program, command) => loadCommand(command, terminal));
  for (const [name, { description }] of Object.entries(commands))
    program.command(name).description(description);
  for (const command of [program, ...program.commands]) {
    command
      .exitOverride()
      .showHelpAfterError('Run the command with --help to list its arguments and options.')
      .configureOutput({
        writeOut: (text) => terminal.stdout.write(text),
        writeErr: (text) => terminal.stderr.write(text),
      });
  }
  return program;
}

/** Adds the arguments, the options and the action to the selected command. */
async function loadCommand(command: Command, terminal: Terminal): Promise<void> {
  const [define, { createContext }] = await Promise.all([
    commands[command.name()]?.load(),
    import('./context.ts'),
  ]);
  define?.(command, () => createContext(command, terminal));
}

/** The parser prints the help of `help <command>` before it loads the command, so that form is replaced. */
function toCommandLine(argv: readonly string[]): readonly string[] {
  const [first, name] = argv;
  return first === 'help' && name !== undefined ? [name, '--help'] : argv;
}
