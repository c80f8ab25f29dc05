#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { PgwError } from '@pgw/protocol';
import { createSandbox } from './sandbox.ts';

const usage = `Usage: pgw-sandbox [--port 4010] [--data <directory>]

Starts a payment gateway on this machine. Without --data it forgets everything when it stops.
SANDBOX_PORT and SANDBOX_DATA say the same; a flag wins.`;

await main();

async function main(): Promise<void> {
  try {
    const { values } = parseArgs({
      options: { port: { type: 'string' }, data: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    if (values.help === true) {
      console.log(usage);
      return;
    }
    await start(values.port ?? process.env['SANDBOX_PORT'], values.data ?? process.env['SANDBOX_DATA']);
  } catch (error) {
    if (!(error instanceof PgwError) && !isUsageError(error)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function start(port: string | undefined, data: string | undefined): Promise<void> {
  const sandbox = await createSandbox({
    port: port === undefined || port === '' ? undefined : portOf(port),
    data: data === '' ? undefined : data,
  });
  console.log(`The sandbox gateway listens on ${sandbox.url}`);
  const stop = (): void => {
    // A second signal ends the process at once, as it does by default.
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    void sandbox.close();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new PgwError('invalid-configuration', `The port must be a number from 0 to 65535, not "${text}".`);
}

/** An unknown or incomplete flag, by the codes of node:util. */
function isUsageError(error: unknown): error is TypeError {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
