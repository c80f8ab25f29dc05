import { requireNodeWithSqlite, requireOptions } from '@pgw/protocol/internal';
import type { SandboxOptions } from './options.ts';
import type { Sandbox } from './sandbox.ts';

/**
 * Starts a payment gateway on this machine. It stores payments, signs callbacks and checks requests as
 * strictly as a real gateway.
 *
 * @throws PgwError `invalid-configuration` for an invalid option, a port in use, a data directory that is not
 * writable, or a Node version below the `engines` of this package.
 *
 * @example
 * const sandbox = await createSandbox({ port: 0 });
 * // Use sandbox.url as the baseUrl of the client.
 * await sandbox.close();
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  requireNodeWithSqlite('@pgw/sandbox');
  // The server is loaded after the version check, because some older Node versions cannot load its libraries.
  const { startSandbox } = await import('./sandbox.ts');
  return startSandbox(requireOptions(options, 'createSandbox'));
}
