import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DefineCommand } from '../context.ts';
import { exitCode, type ExitCode } from '../exit-codes.ts';
import { createUsageError } from '../failures.ts';
import type { Terminal } from '../terminal.ts';

/** Its options are parsed by @pgw/server, and this definition only lists it. */
export const defineReconcile: DefineCommand = () => undefined;

type RunProgram = (program: string, argv: readonly string[], terminal: Terminal) => Promise<number>;

/**
 * Runs the command of the shop's own @pgw/server, so that it has the version of the checkout that it loads, and that
 * no installation of @pgw/cli needs the server.
 */
export async function runReconcile(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const file = findServer(join(terminal.cwd, 'package.json'));
  const module: unknown = file === undefined ? undefined : await import(pathToFileURL(file).href);
  if (typeof module !== 'object' || module === null || !('runProgram' in module))
    throw createUsageError(
      `pgw reconcile runs in the folder of a shop, and ${terminal.cwd} has no @pgw/express or @pgw/server of this version. Install it, or change to the folder of the shop.`,
    );
  // The export of this name has this type since the entry exists.
  const code = await (module.runProgram as RunProgram)('pgw', argv, terminal);
  return Object.values(exitCode).find((known) => known === code) ?? exitCode.defect;
}

/** Finds the server that a file can import, perhaps only through @pgw/express. */
function findServer(importer: string): string | undefined {
  const { resolve } = createRequire(importer);
  for (const find of [
    () => resolve('@pgw/server/cli'),
    () => createRequire(resolve('@pgw/express/package.json')).resolve('@pgw/server/cli'),
  ])
    try {
      return find();
    } catch {
      // The other place is tried.
    }
  return undefined;
}
