import { createInterface } from 'node:readline';
import { isLoopback } from '@pgw/protocol/internal';
import type { Context } from '../context.ts';
import { createUsageError } from '../failures.ts';
import type { Terminal } from '../terminal.ts';

/**
 * Requires a staging environment, and the name of its host: as the option, or from the standard input.
 *
 * @throws PgwError `invalid-configuration` for another environment or another name. Nothing was sent.
 */
export async function confirmHost({ configuration, terminal }: Context, option?: string): Promise<void> {
  const { hostname } = new URL(configuration.requireClientOptions().baseUrl);
  if (configuration.environment === 'production')
    throw createUsageError('--full creates payments, and the environment is production. Nothing was sent.');
  if (configuration.environment === undefined && !isLoopback(hostname)) {
    throw createUsageError(
      '--full creates payments, and the environment is not known. If this is not production, set PGW_ENVIRONMENT=staging (or "environment" in pgw.json). Nothing was sent.',
    );
  }
  if (option === undefined)
    terminal.stderr.write(`--full creates payments. Type the name of the host, ${hostname}, to go on: `);
  const name = option ?? (await readLine(terminal));
  if (name.trim().toLowerCase() !== hostname)
    throw createUsageError(`The name is not ${hostname}. Nothing was sent.`);
}

/** Returns true for a host of this machine, where only a sandbox runs. */
/** Reads one line. Returns an empty text at the end of the input, and after Ctrl-C. */
async function readLine({ stdin, signal }: Terminal): Promise<string> {
  const lines = createInterface({ input: stdin, signal });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
  }
}
