import { requireNodeWithSqlite } from '@pgw/protocol';
import type { SandboxOptions } from './options.ts';
import type { Sandbox } from './sandbox.ts';

/**
 * Starts a payment gateway on this machine: stateful, signing, and as strict as the real one.
 *
 * @throws PgwError `invalid-configuration` for a wrong option, a taken port, a data directory it may not write to, or a Node
 * that is older than the `engines` of this package name.
 *
 * @example
 * const sandbox = await createSandbox({ port: 0 });
 * // … use sandbox.url as the client's baseUrl
 * await sandbox.close();
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  requireNodeWithSqlite('@pgw/sandbox');
  // Loaded here: the server and its libraries do not load in every older Node, so the version is checked first.
  const { startSandbox } = await import('./sandbox.ts');
  return startSandbox(options);
}
