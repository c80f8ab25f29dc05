import { PgwError, type GatewayProfileOverrides } from '@pgw/protocol';
import type { Context } from '../context.ts';
import { checkReachability } from '../doctor/reachability.ts';
import { exitCode, type ExitCode } from '../exit-codes.ts';
import type { Separation } from './account-checks.ts';
import { asDescribed, describeError, differs, failed, notChecked, type CheckResult } from './check.ts';
import { findProfile, differencesFromDefault, formatSettings, type FoundProfile } from './find-profile.ts';
import { fullChecks } from './full-checks.ts';
import { createGatewayUnderTest, type GatewayUnderTest } from './gateway-under-test.ts';
import { readChecks } from './read-checks.ts';

export interface CheckReport extends CheckResult {
  readonly id: string;
  readonly sentence: string;
}

export interface ConformanceReport {
  readonly checks: readonly CheckReport[];
  /** The entries of the profile that differ from the default: the configured ones, and those that were found. */
  readonly profile: GatewayProfileOverrides;
  readonly exitCode: ExitCode;
}

/** Runs the checks, one after another. With `isFull`, also those that create payments. */
export async function runConformance(
  context: Context,
  { isFull, separation }: { readonly isFull: boolean; readonly separation: Separation | undefined },
): Promise<ConformanceReport> {
  const clientOptions = context.configuration.requireClientOptions();
  const secret = context.configuration.requireSecretKey();
  const { signal } = context.terminal;
  const checks: CheckReport[] = await checkConnection(clientOptions.baseUrl, signal);
  const found = await findProfile(clientOptions.profile, (profile) =>
    createGatewayUnderTest({ clientOptions: { ...clientOptions, profile }, secret, signal }),
  );
  try {
    const hasFixedToken = typeof clientOptions.credentials === 'string';
    checks.push(judgeLogin(found, hasFixedToken), judgeForm(found));
    const rest = [...readChecks, ...(isFull ? fullChecks : []), ...(separation?.checks ?? [])];
    const blockingReason = findBlockingReason(found);
    if (blockingReason === undefined) checks.push(...(await runAll(rest, found.gateway, signal)));
    else checks.push(...rest.map((check) => ({ ...toReport(check), ...notChecked(blockingReason) })));
    return {
      checks,
      profile: differencesFromDefault(found.gateway.profile),
      exitCode: chooseExitCode(checks, found),
    };
  } finally {
    await Promise.all([found.gateway.close(), separation?.close()]);
  }
}

const toReport = ({ id, sentence }: { readonly id: string; readonly sentence: string }) => ({ id, sentence });

async function checkConnection(baseUrl: string, signal: AbortSignal): Promise<CheckReport[]> {
  const sentences: Readonly<Record<string, string>> = {
    gateway: 'The base URL responds, and its certificate is accepted.',
    clock: 'The clock of the gateway, in the header Date, is the clock of this machine.',
  };
  const results = await checkReachability(baseUrl, signal);
  return results.map(({ name, state, detail }) => {
    const result =
      state === 'ok' ? asDescribed(detail) : state === 'skipped' ? notChecked(detail) : differs(detail);
    return { id: name, sentence: sentences[name] ?? '', ...result };
  });
}

/** The error of a request without a token has the error of the login as its cause. */
function findLoginError({ firstReply: { error } }: FoundProfile): PgwError | undefined {
  return error?.cause instanceof PgwError ? error.cause : undefined;
}

function judgeLogin(found: FoundProfile, hasFixedToken: boolean): CheckReport {
  const error = findLoginError(found);
  const judge = (): CheckResult => {
    if (hasFixedToken) return notChecked('PGW_TOKEN is a fixed token');
    if (error !== undefined && found.missingEntries === undefined)
      return failed(error, 'profile.paths.authenticate');
    return asDescribed('an access token with its lifetime');
  };
  return { id: 'login', sentence: 'A user name and a password are exchanged for a token.', ...judge() };
}

function judgeForm(found: FoundProfile): CheckReport {
  const { firstReply, missingEntries } = found;
  const judge = (): CheckResult => {
    const { error } = firstReply;
    if (error !== undefined && missingEntries !== undefined)
      return differs(describeError(error), formatSettings(missingEntries));
    if (findLoginError(found) !== undefined) return notChecked('there is no token');
    if (error === undefined || error.code === 'gateway-fault') return asDescribed('accepted');
    // The key is the more likely reason of a rejected signature.
    return failed(error, error.code === 'signature-rejected' ? undefined : 'profile.paths.queryPayment');
  };
  return {
    id: 'signed-request',
    sentence: 'A signed request with the token and the merchant ID is accepted.',
    ...judge(),
  };
}

/** Returns the reason why no other request can be checked. */
function findBlockingReason(found: FoundProfile): string | undefined {
  if (found.missingEntries !== undefined) return undefined;
  const code = found.firstReply.error?.code;
  if (code === 'gateway-unreachable') return 'the gateway does not respond';
  if (findLoginError(found) !== undefined) return 'there is no token';
  if (code === 'unauthorized') return 'the credentials were refused';
  return code === 'signature-rejected' ? 'the signature of the first request was refused' : undefined;
}

const maxMissingResponses = 2;

async function runAll(
  checks: typeof readChecks,
  gateway: GatewayUnderTest,
  signal: AbortSignal,
): Promise<CheckReport[]> {
  const reports: CheckReport[] = [];
  const findings = {};
  let missingResponses = 0;
  // A gateway that does not respond would take the time limit of every check.
  const observed: GatewayUnderTest = {
    ...gateway,
    async call(name, input, variation) {
      const reply = await gateway.call(name, input, variation);
      missingResponses = reply.answer === undefined && reply.error !== undefined ? missingResponses + 1 : 0;
      return reply;
    },
  };
  for (const check of checks) {
    const isStopped = signal.aborted || missingResponses >= maxMissingResponses;
    const result = isStopped
      ? notChecked(signal.aborted ? 'the run was interrupted' : 'the gateway does not respond')
      : await check.run(observed, findings);
    reports.push({ ...toReport(check), ...result });
  }
  return reports;
}

function chooseExitCode(checks: readonly CheckReport[], found: FoundProfile): ExitCode {
  const code = found.missingEntries === undefined ? found.firstReply.error?.code : undefined;
  if (code === 'unauthorized' || code === 'signature-rejected') return exitCode.unauthorized;
  if (code === 'gateway-unreachable') return exitCode.unreachable;
  return checks.some(({ state }) => state === 'differs') ? exitCode.refused : exitCode.ok;
}
