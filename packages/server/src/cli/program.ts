import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { toCommandLine, readArguments, usage, UsageError, type Arguments } from './arguments.ts';
import { exitCodes } from './exit-codes.ts';
import type { Shop, Terminal } from './terminal.ts';

/** Runs one command and resolves with its exit code. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const args = readArguments(argv);
    if (args === 'help' || args === 'version') {
      terminal.stdout.write(`${args === 'help' ? usage : terminal.readVersion()}\n`);
      return exitCodes.success;
    }
    const shop = await loadShop(args, terminal);
    try {
      await shop.checkout.ready;
      const { reconcile } = await import('./reconcile.ts');
      return await reconcile(args, shop, { ...terminal, command: toCommandLine([...argv, '--adopt']) });
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
    terminal.stderr.write(`pgw-express: ${toPrintable(error.message)}${advice}\n`);
    return isUsageError ? exitCodes.wrongUsage : exitCodes.failed;
  }
}

async function loadShop({ checkout: path, wallet }: Arguments, { load }: Terminal): Promise<Shop> {
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
