import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { z } from 'zod';
import { createContext, type RegisterCommand } from './context.ts';
import { exitCode, toExitCode, type ExitCode } from './exit-codes.ts';
import { reportFailure } from './report.ts';
import type { Terminal } from './terminal.ts';
import { registerCard } from './commands/card.ts';
import { registerBanks, registerChannels } from './commands/channels.ts';
import { registerDoctor } from './commands/doctor.ts';
import { registerHistory, registerWallets } from './commands/wallets.ts';
import { registerPay, registerSession } from './commands/pay.ts';
import { registerPayout } from './commands/payout.ts';
import { registerQuery } from './commands/query.ts';
import { registerRefund, registerRefundStatus } from './commands/refund.ts';
import { registerSign, registerVerify } from './commands/sign.ts';

const commands: readonly RegisterCommand[] = [
  registerDoctor,
  registerSign,
  registerVerify,
  registerChannels,
  registerBanks,
  registerPay,
  registerSession,
  registerQuery,
  registerCard,
  registerRefund,
  registerRefundStatus,
  registerPayout,
  registerWallets,
  registerHistory,
];

const helpText = `
Configuration, from the environment, a file .env or a JSON file (--config, default ./pgw.json if it exists):
  PGW_BASE_URL     baseUrl      URL of the gateway
  PGW_MERCHANT_ID  merchantId   the merchant ID
  PGW_SECRET_KEY   secretKey    the secret key for signatures
  PGW_TOKEN        token        a bearer token, instead of user and password
  PGW_USER         user         the user name
  PGW_PASSWORD     password     the password of the user
The file may also have "profile" and "timeoutMs". The environment overrides .env, and .env overrides the JSON file. Secrets are never read from the command line.

Exit codes:
  0   done
  1   the gateway refused the request, or a check failed
  2   the command line, the configuration or the input is invalid
  3   the gateway cannot be reached, or received too many requests (HTTP 429)
  4   the outcome is unknown: query the payment before you try again
  5   the signature or the credentials were refused
  6   the response of the gateway is invalid
  70  a defect of this program`;

/** Returns the version of this package. */
function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(manifest)).version;
}

/** Runs a command line and returns the exit code. It never rejects. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const program = new Command('pgw')
    .description('Sends requests to the payment gateway from the command line.')
    .version(readVersion(), '-V, --version', 'print the version')
    .option('--json', 'print the whole result as JSON')
    .option('--config <file>', 'read the configuration from this file')
    .addHelpText('after', helpText);
  for (const register of commands) register(program, (command) => createContext(command, terminal));
  for (const command of [program, ...program.commands]) {
    command
      .exitOverride()
      .showHelpAfterError('Run the command with --help to list its arguments and options.')
      .configureOutput({
        writeOut: (text) => terminal.stdout.write(text),
        writeErr: (text) => terminal.stderr.write(text),
      });
  }
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode.ok;
  } catch (failure) {
    // The parser has already printed its errors.
    if (!(failure instanceof CommanderError)) {
      const format = argv.includes('--json') ? 'json' : 'text';
      reportFailure(failure, { stderr: terminal.stderr, format });
    }
    return toExitCode(failure);
  }
}
