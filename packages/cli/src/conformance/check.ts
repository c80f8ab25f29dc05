import {
  GatewayFaultError,
  InvalidResponseError,
  type Channel,
  type GatewayFault,
  type PgwError,
} from '@pgw/protocol';
import type { GatewayUnderTest, Reply } from './gateway-under-test.ts';

/** The result of a check. */
export interface CheckResult {
  readonly state: 'as described' | 'differs' | 'not checked';
  /** What was received, or why the check did not run. */
  readonly detail: string;
  /** The setting that describes the difference. Undefined when the client needs none. */
  readonly setting?: string | undefined;
}

/** What earlier checks have found. Later checks use it. */
export interface Findings {
  channels?: readonly Channel[];
  walletIds?: readonly number[];
  hasPayoutWallet?: boolean;
  payment?: { readonly transactionNumber: string; readonly referenceCode: string };
}

/** One statement about a gateway, and the requests that check it. */
export interface Check {
  readonly id: string;
  /** What the interface document says, or what known gateways do. */
  readonly sentence: string;
  readonly run: (gateway: GatewayUnderTest, findings: Findings) => Promise<CheckResult>;
}

export function asDescribed(detail: string): CheckResult {
  return { state: 'as described', detail };
}

export function differs(detail: string, setting?: string): CheckResult {
  return { state: 'differs', detail, setting };
}

export function notChecked(reason: string): CheckResult {
  return { state: 'not checked', detail: reason };
}

const maxDetailLength = 240;

/** Describes an error of the client on one line. */
export function describeError(error: PgwError): string {
  const text = error instanceof GatewayFaultError ? describeFault(error.fault) : error.message;
  return text.length > maxDetailLength ? `${text.slice(0, maxDetailLength)}…` : text;
}

function describeFault({ code, gatewayMessage, validationErrors }: GatewayFault): string {
  const fields = validationErrors.map(({ message }) => message).join('; ');
  return `code ${code}, "${gatewayMessage}"${fields === '' ? '' : ` (${fields})`}`;
}

/** Returns true when the gateway did not respond, so that nothing is known about the statement. */
export function isWithoutResponse(error: PgwError): boolean {
  const isLost = error.code === 'outcome-unknown' && !(error instanceof InvalidResponseError);
  return isLost || error.code === 'gateway-unreachable' || error.code === 'gateway-busy';
}

/** Creates the result of a request that should have succeeded. */
export function failed(error: PgwError, setting?: string): CheckResult {
  if (isWithoutResponse(error)) return notChecked(describeError(error));
  // A gateway that does not know the name of a parameter signs the request without it.
  const mayBeSetting = error.code === 'signature-rejected' || isFault(error);
  return differs(describeError(error), mayBeSetting ? setting : undefined);
}

function isFault(error: PgwError): boolean {
  return error instanceof GatewayFaultError || error instanceof InvalidResponseError;
}

/** Compares the fault of a reply with the codes that the interface lists. */
export function judgeFault(
  { error, answer }: Reply<unknown>,
  codes: readonly number[],
  setting?: string,
): CheckResult {
  if (error === undefined) return differs('the request was accepted', setting);
  if (!(error instanceof GatewayFaultError) || !codes.includes(error.fault.code))
    return failed(error, setting);
  return asDescribed(`${describeError(error)}, ${describeAnswer(answer)}`);
}

export function describeAnswer(answer: Reply<unknown>['answer']): string {
  const place = answer?.place === 'body' ? 'without an envelope' : `in the member ${answer?.place ?? '?'}`;
  return `HTTP ${answer?.httpStatus ?? '?'}, ${place}`;
}
