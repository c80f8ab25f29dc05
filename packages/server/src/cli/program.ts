import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import {
  createUsage,
  exitCodes,
  readArguments,
  toCommandLine,
  UsageError,
  type Arguments,
  type EraseArguments,
} from './arguments.ts';
import type { Shop, Terminal } from './reconcile.ts';

type Streams = Pick<typeof process, 'stdin' | 'stdout' | 'stderr'>;

/** Runs the command line of a program, and resolves with its exit code. */
export function runProgram(
  program: string,
  argv: readonly string[],
  { stdin, stdout, stderr }: Streams = process,
): Promise<number> {
  return run(argv, {
    program,
    stdout,
    stderr,
    load: (address) => import(address),
    confirm:
      stdin.isTTY && stdout.isTTY
        ? (question) => confirmOnTerminal({ input: stdin, output: stdout }, question)
        : undefined,
    readVersion: () => {
      // All packages of pgw have the same version.
      const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
      return (JSON.parse(manifest) as { readonly version: string }).version;
    },
  });
}

/** Resolves with true for y or yes, and with false for any other line or at the end of the input. */
export function confirmOnTerminal(
  { input, output }: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream },
  question: string,
): Promise<boolean> {
  const lines = createInterface({ input, output });
  return new Promise((resolveReply) => {
    lines.once('close', () => resolveReply(false));
    lines.question(question, (reply) => {
      resolveReply(/^y(es)?$/i.test(reply.trim()));
      lines.close();
    });
  });
}

export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  const { program, stdout, stderr } = terminal;
  try {
    const args = readArguments(argv);
    if (args === 'help' || args === 'version') {
      stdout.write(`${args === 'help' ? createUsage(program) : terminal.readVersion()}\n`);
      return exitCodes.success;
    }
    const shop = await loadShop(args, terminal);
    try {
      if ('accounts' in args) {
        const { runAccounts } = await import('./accounts.ts');
        return await runAccounts(args, shop, terminal);
      }
      await shop.checkout.ready;
      if (!('from' in args)) return await runErase(args, shop, terminal);
      if (args.isExport) return await (await import('./export.ts')).exportMovements(args, shop, terminal);
      const { reconcile } = await import('./reconcile.ts');
      const adoptCommand = toCommandLine(program, [...argv, '--adopt']);
      return await reconcile(args, shop, { ...terminal, adoptCommand });
    } finally {
      await shop.checkout.close();
      await shop.gateway?.close();
    }
  } catch (error) {
    const [{ PgwError }, { toPrintable }] = await Promise.all([
      import('@pgw/protocol'),
      import('@pgw/protocol/internal'),
    ]);
    const isUsageError = error instanceof UsageError;
    if (!isUsageError && !(error instanceof PgwError) && !(error instanceof Error && 'code' in error))
      throw error;
    const advice = isUsageError ? '\nAdd --help for the usage.' : '';
    stderr.write(`${program}: ${toPrintable(error.message)}${advice}\n`);
    return isUsageError ? exitCodes.wrongUsage : exitCodes.failed;
  }
}

async function loadShop(
  { checkout: path, wallet }: Pick<Arguments, 'checkout'> & Partial<Pick<Arguments, 'wallet'>>,
  { load }: Terminal,
): Promise<Shop> {
  const module = await load(pathToFileURL(resolve(path)).href);
  if (typeof module === 'object' && module !== null && 'checkout' in module) {
    // Only the names of the exports are checked. The values are the shop's own code.
    const { checkout, gateway } = module as Partial<Shop>;
    if (checkout !== undefined && (wallet === undefined || gateway !== undefined))
      return { checkout, gateway };
  }
  const requiredExports = wallet === undefined ? '"checkout"' : '"checkout" and "gateway"';
  throw new UsageError(`${path} must export ${requiredExports}.`);
}

/** Erases the personal data of an order or a payout, after a confirmation. */
async function runErase(
  { account, isConfirmed, ...subject }: EraseArguments,
  { checkout }: Shop,
  { stdout, confirm }: Terminal,
): Promise<number> {
  if (!isConfirmed && confirm === undefined) throw new UsageError('Without a terminal, erase needs --yes.');
  const name = subject.order === undefined ? `payout ${subject.payout}` : `order ${subject.order}`;
  const question = `Erase the names, numbers, texts and messages of ${name}? They cannot be restored. [y/N] `;
  if (!isConfirmed && !(await confirm?.(question))) return exitCodes.failed;
  const { payments, operations } = await checkout.operator.erase({
    ...(subject.order === undefined ? { payout: subject.payout } : { order: subject.order }),
    ...(account !== undefined && { account }),
  });
  stdout.write(
    `Erased: payments ${payments}, refunds, captures and payouts ${operations}. References, numbers of transactions and amounts are kept.\n`,
  );
  return exitCodes.success;
}
