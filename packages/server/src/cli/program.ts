import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { GatewayClient } from '@pgw/client';
import type { Checkout } from '../checkout.ts';
import { toCommandLine, readArguments, usage, UsageError, type Arguments } from './arguments.ts';
import { exitCodes } from './exit-codes.ts';

/** The terminal of the command; tests replace it. */
export interface Terminal {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  /** Imports a module by its URL. */
  readonly load: (address: string) => Promise<unknown>;
  /**
   * Prints a question and resolves with true for yes. Undefined without an interactive terminal: the command
   * then adopts nothing without `--adopt`.
   */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
  /** Returns the version for `--version`. */
  readonly readVersion: () => string;
}

/** What the module of the shop exports. */
export interface Shop {
  readonly checkout: Checkout<never>;
  readonly gateway: GatewayClient | undefined;
}

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
