import { readFileSync } from 'node:fs';
import type { CallbackSubject, ParsedCallback } from '@pgw/protocol';
import {
  maxSelfTestAgeMs,
  parseInput,
  selfTestReference,
  selfTestRequest,
  type SelfTestReport,
} from '@pgw/protocol/internal';
import { CheckoutProblem } from '../../model/problem.ts';
import { isWithinLast } from '../../model/schedule.ts';
import { createJsonReply, type Context, type HttpReply, type HttpRequest } from '../route.ts';

/** The maximum number of reports of a process in `periodMs`. */
const maxReports = 10;
const periodMs = 60_000;

/** True for a callback with the reference that no payment has. */
export const isSelfTest = (subject: CallbackSubject | undefined): boolean =>
  subject?.referenceCode.toUpperCase() === selfTestReference;

/**
 * Responds to a self-test with a report about this shop, and stores nothing. Only the owner of the merchant's secret gets a report,
 * because the signature is verified for the URL in the body.
 */
export function createSelfTest({ settings, paymentContext, health }: Context) {
  const { now } = paymentContext;
  const reportedAt: number[] = [];
  return async (
    request: HttpRequest,
    { json }: ParsedCallback,
    isSignedFor: (url: string) => boolean,
  ): Promise<HttpReply> => {
    const { success, data } = parseInput(selfTestRequest, json);
    const at = now();
    if (!success || !isSignedFor(data.url) || Math.abs(at - data.at) > maxSelfTestAgeMs)
      throw new CheckoutProblem(
        'invalid-signature',
        'The self-test is not signed with the secret key of this shop, or is too old.',
      );
    const recent = reportedAt.filter((time) => isWithinLast(periodMs, time, at));
    if (recent.length >= maxReports)
      throw new CheckoutProblem('too-many-requests', 'Too many self-tests.', { retryAfterMs: periodMs });
    reportedAt.splice(0, reportedAt.length, ...recent, at);
    const { problems, lastSweepAt } = await health();
    const report: SelfTestReport = {
      selfTest: 1,
      version: findVersion(),
      node: process.version,
      now: at,
      callbackUrl: settings.callbackUrl,
      clientAddress: request.clientAddress,
      trustsEveryAddress: request.trustsEveryAddress,
      forwardedFor: request.header('x-forwarded-for') ?? null,
      sweeps: settings.sweepIntervalMs > 0 || lastSweepAt !== null,
      problems: [...problems],
    };
    return createJsonReply(report, { 'Cache-Control': 'no-store' });
  };
}

/** The version in the nearest manifest of a package of pgw. Null in a bundle of the shop. */
function findVersion(): string | null {
  for (const folder of ['.', '..', '../..', '../../..', '../../../..'])
    try {
      const manifest: unknown = JSON.parse(
        readFileSync(new URL(`${folder}/package.json`, import.meta.url), 'utf8'),
      );
      if (typeof manifest !== 'object' || manifest === null || !('name' in manifest)) continue;
      if (!String(manifest.name).startsWith('@pgw/') || !('version' in manifest)) continue;
      return String(manifest.version);
    } catch {
      // Another folder is tried.
    }
  return null;
}
