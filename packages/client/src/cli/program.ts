import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { z } from 'zod';
import { contextOf, type Register } from './context.ts';
import { exitCodeOf, type ExitCode } from './exit-codes.ts';
import { reportFailure } from './report.ts';
import type { Terminal } from './terminal.ts';
import { card } from './commands/card.ts';
import { banks, channels } from './commands/channels.ts';
import { doctor } from './commands/doctor.ts';
import { history, wallets } from './commands/wallets.ts';
import { pay, session } from './commands/pay.ts';
import { payout } from './commands/payout.ts';
import { query } from './commands/query.ts';
import { refund, refundStatus } from './commands/refund.ts';
import { sign, verify } from './commands/sign.ts';

const commands: readonly Register[] = [
  doctor,
  sign,
  verify,
  channels,
  banks,
  pay,
  session,
  query,
  card,
  refund,
  refundStatus,
  payout,
  wallets,
  history,
];

const more = `
Configuration, from the environment or from a JSON file (--config, default ./pgw.json if it is there):
  PGW_BASE_URL     baseUrl      address of the gateway
  PGW_MERCHANT_ID  merchantId   the merchant ID
  PGW_SECRET_KEY   secretKey    the key that signs
  PGW_TOKEN        token        a bearer token, or instead of it:
  PGW_USER         user         the user name, and
  PGW_PASSWORD     password     its password
The file may also hold "profile" and "timeoutMs". The environment wins. No secret is taken from the command line.

Exit codes: 0 done · 1 refused, or a check does not hold · 2 wrong usage, configuration or input · 3 unreachable ·
4 outcome unknown: query before trying again · 5 signature or credentials refused · 6 unusable answer · 70 defect`;

/** The version of this package. */
function version(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(manifest)).version;
}

/** Runs one command line to its end and answers the exit code. Never rejects. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const program = new Command('pgw')
    .description('Sends requests to the payment gateway from the command line.')
    .version(version(), '-V, --version', 'print the version')
    .option('--json', 'print the whole result as JSON')
    .option('--config <file>', 'read the configuration from this file')
    .addHelpText('after', more);
  for (const register of commands) register(program, (command) => contextOf(command, terminal));
  for (const command of [program, ...program.commands]) {
    command
      .exitOverride()
      .showHelpAfterError('Add --help to list arguments and options.')
      .configureOutput({
        writeOut: (text) => terminal.stdout.write(text),
        writeErr: (text) => terminal.stderr.write(text),
      });
  }
  try {
    await program.parseAsync(argv, { from: 'user' });
    return 0;
  } catch (failure) {
    // The parser has told its own complaints already.
    if (!(failure instanceof CommanderError)) reportFailure(failure, terminal, argv.includes('--json'));
    return exitCodeOf(failure);
  }
}
