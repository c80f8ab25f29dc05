import { createInterface } from 'node:readline';
import { isLoopback, toPrintable, toPrintableJson } from '@pgw/protocol/internal';
import type { DefineCommand, Context } from '../context.ts';
import { readSeparation } from '../conformance/account-checks.ts';
import { runConformance, type CheckReport, type ConformanceReport } from '../conformance/run-checks.ts';
import { exitCode } from '../exit-codes.ts';
import { FailedCheck, createUsageError } from '../failures.ts';
import type { Terminal } from '../terminal.ts';

interface Options {
  readonly full?: boolean | undefined;
  readonly confirmHost?: string | undefined;
  readonly otherAccount?: string | undefined;
  readonly app?: string | undefined;
  readonly otherApp?: string | undefined;
  readonly order?: string | undefined;
}

export const defineConformance: DefineCommand = (command, createContext) => {
  command
    .option('--base-url <url>', 'URL of the gateway (default: PGW_BASE_URL)')
    .option('--full', 'also create payments and a payout; only in a staging environment')
    .option('--confirm-host <name>', 'the name of the host for --full, instead of typing it')
    .option(
      '--other-account <id>',
      'with --full and --account: another merchant of "accounts", which must not see the payments of this one',
    )
    .option('--app <url>', 'with --other-account: also check a running shop, by the address of its checkout')
    .option('--other-app <url>', 'the address of the checkout for the other account')
    .option('--order <id>', 'an unpaid order of the shop: the command starts a payment of it')
    .action(async ({ full = false, confirmHost: hostName, ...options }: Options) => {
      const context = createContext();
      const separation = readSeparation(context, { isFull: full, ...options });
      if (full) await confirmHost(context, hostName);
      const report = await runConformance(context, { isFull: full, separation });
      const { exitCode: code, ...printed } = report;
      context.print(printed, () => formatReport(report));
      if (code === exitCode.refused || code === exitCode.unauthorized || code === exitCode.unreachable)
        throw new FailedCheck(code);
    });
};

/**
 * Requires a staging environment, and the name of its host: as the option, or from the standard input.
 *
 * @throws PgwError `invalid-configuration` for another environment or another name. Nothing was sent.
 */
async function confirmHost({ configuration, terminal }: Context, option?: string): Promise<void> {
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

const marks = { 'as described': 'as described', differs: 'DIFFERS', 'not checked': 'not checked' } as const;

const markWidth = 'as described'.length;

/** Formats the results as text, with the profile to paste at the end. */
function formatReport({ checks, profile }: ConformanceReport): string {
  const idWidth = Math.max(...checks.map(({ id }) => id.length));
  const rows = checks.map((check) => formatCheck(check, idWidth));
  return [...rows, '', formatSummary(checks), '', formatProfile(checks, profile)].join('\n');
}

function formatCheck({ id, sentence, state, detail, setting }: CheckReport, idWidth: number): string {
  const label = `${marks[state].padEnd(markWidth)}  ${id.padEnd(idWidth)}  `;
  const indent = ' '.repeat(label.length);
  const lines = [`${label}${sentence}`];
  if (state === 'not checked') lines.push(`${indent}reason: ${toPrintable(detail)}`);
  else lines.push(`${indent}received: ${toPrintable(detail)}`);
  if (setting !== undefined) lines.push(`${indent}setting: ${toPrintable(setting)}`);
  return lines.join('\n');
}

/** Counts the results, such as `14 as described, 2 differ, 1 not checked`. */
function formatSummary(checks: readonly CheckReport[]): string {
  const count = (state: CheckReport['state']): number =>
    checks.filter((check) => check.state === state).length;
  return `${count('as described')} as described, ${count('differs')} differ, ${count('not checked')} not checked`;
}

function formatProfile(checks: readonly CheckReport[], profile: ConformanceReport['profile']): string {
  const differences = checks.filter(({ state }) => state === 'differs');
  const needsValues = differences.some(({ setting }) => /^profile\.[^=]*$/.test(setting ?? ''));
  const hasOther = differences.some(({ setting }) => setting === undefined);
  const harmlessCount = differences.filter(({ setting = '' }) => setting.startsWith('none needed')).length;
  const next = [
    ...(needsValues
      ? ['For settings above without a value, take the value from the documents of the gateway.']
      : []),
    ...(harmlessCount === 0 ? [] : [`Differences that need no setting: ${harmlessCount}.`]),
    ...(hasOther ? ['No setting describes the other differences.'] : []),
  ];
  if (Object.keys(profile).length > 0) {
    const text = toPrintableJson({ profile }, 2);
    return ['The profile, for pgw.json and the option "profile" of the client:', text, ...next].join('\n');
  }
  if (!checks.some(({ id, state }) => id === 'unknown-transaction' && state !== 'not checked'))
    return 'The profile was not checked.';
  return [needsValues ? 'The default profile does not fit.' : 'The default profile fits.', ...next].join(
    '\n',
  );
}
