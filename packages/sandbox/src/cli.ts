#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { listSettings } from './merchant-settings.ts';
import { presetNames, presets, type SandboxPreset } from './presets.ts';

const flagWidth = 25;

const usage = `Usage: pgw-sandbox [options]

Starts a payment gateway on this machine.

${[
  ['--port <number>', 'Listens on this port; 0 selects a free port. Default: PGW_SANDBOX_PORT, or 4010.'],
  ['--data <directory>', 'Stores the data in this directory. Default: PGW_SANDBOX_DATA, or in memory.'],
  [
    '--merchant-name <name>',
    `The merchant on the payment pages. Default: PGW_SANDBOX_MERCHANT_NAME, or "Sandbox merchant".`,
  ],
  [
    '--allowed-host <name>',
    'Also accepts requests for this host name, such as that of a proxy. Can be repeated.',
  ],
  ['--callback-host <name>', 'Also sends callbacks to this host. Can be repeated.'],
  [
    '--scenario <name>',
    'Switches a scenario on, such as callback-late, also after a reset. Can be repeated.',
  ],
  ['--preset <name>', 'The behavior where gateways and documents differ:'],
  ...presetNames.map((name) => ['', `${name}: ${presets[name]}`]),
  ['-h, --help', 'Prints this text.'],
  ['-V, --version', 'Prints the version.'],
]
  .map(([flag = '', description = '']) => `  ${flag.padEnd(flagWidth)}${description}`)
  .join('\n')}`;

/** Error of an invalid flag or environment variable. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

await main();

async function main(): Promise<void> {
  try {
    const values = readFlags();
    if (values['help'] === true || values['version'] === true) {
      console.log(values['help'] === true ? usage : readVersion());
      return;
    }
    await start(values);
  } catch (error) {
    const { PgwError } = await import('@pgw/protocol');
    if (!(error instanceof UsageError) && !(error instanceof PgwError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

type Flag = string | boolean | undefined;
type Flags = Readonly<Record<string, Flag | readonly Flag[]>>;

function readFlags(): Flags {
  try {
    return parseArgs({
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        'merchant-name': { type: 'string' },
        'allowed-host': { type: 'string', multiple: true },
        'callback-host': { type: 'string', multiple: true },
        scenario: { type: 'string', multiple: true },
        preset: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'V' },
      },
    }).values;
  } catch (error) {
    if (!isUsageError(error)) throw error;
    // The next sentences of the message explain positional arguments, which this program does not have.
    const [problem = ''] = error.message.split('. ');
    const message = `${problem.replace(/\.$/, '')}. Run pgw-sandbox --help for the list of options.`;
    throw new UsageError(message, { cause: error });
  }
}

async function start(flags: Flags): Promise<void> {
  const port = toText(flags['port']) ?? process.env['PGW_SANDBOX_PORT'];
  const data = toText(flags['data']) ?? process.env['PGW_SANDBOX_DATA'];
  const merchant = toText(flags['merchant-name']) ?? process.env['PGW_SANDBOX_MERCHANT_NAME'];
  const { createSandbox } = await import('./create-sandbox.ts');
  const { defaultTenant } = await import('./options.ts');
  const tenant = { ...defaultTenant, name: merchant?.trim() || defaultTenant.name };
  // An empty flag or environment variable selects the default.
  const sandbox = await createSandbox({
    port: port === undefined || port === '' ? undefined : parsePort(port),
    data: data === '' ? undefined : data,
    tenants: [tenant],
    allowedHosts: toTexts(flags['allowed-host']),
    callbackHosts: toTexts(flags['callback-host']),
    scenarios: Object.fromEntries(toTexts(flags['scenario']).map((name) => [name, true])),
    preset: readPreset(toText(flags['preset'])),
  });
  const settings = listSettings(sandbox.url, tenant).map(({ name, value }) => `${name}=${value}`);
  console.log(
    `The sandbox gateway listens on ${sandbox.url}\nDashboard: ${sandbox.url}/dashboard\n\nSettings of a shop, for its file .env:\n${settings.join('\n')}`,
  );
  const stop = (): void => {
    // With the handlers removed, a second signal ends the process immediately.
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    void sandbox.close();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function readPreset(text: string | undefined): SandboxPreset | undefined {
  const preset = presetNames.find((name) => name === text);
  if (text === undefined || preset !== undefined) return preset;
  throw new UsageError(`The preset must be one of ${presetNames.join(', ')}, not "${text}".`);
}

function toTexts(value: Flags[string]): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function toText(value: Flags[string]): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new UsageError(`The port must be a number from 0 to 65535, not "${text}".`);
}

/** Returns true when an error of `parseArgs` reports an unknown or incomplete flag. */
function isUsageError(error: unknown): error is TypeError {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
