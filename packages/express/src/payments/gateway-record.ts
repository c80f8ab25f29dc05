import type { GatewayClient } from '@pgw/client';
import { GatewayFaultError, transactionNotFoundCode } from '@pgw/protocol';

/** The gateway's record of one transaction. */
export type PaymentRecord = Awaited<ReturnType<GatewayClient['queryPayment']>>;

/**
 * Queries the gateway's record of a transaction. Resolves with undefined when the gateway has no record.
 *
 * @throws PgwError when the gateway cannot be queried.
 */
export async function queryRecord(
  { gateway }: { readonly gateway: GatewayClient },
  transactionNumber: string,
): Promise<PaymentRecord | undefined> {
  try {
    return await gateway.queryPayment({ transactionNumber });
  } catch (error) {
    if (error instanceof GatewayFaultError && error.fault.code === transactionNotFoundCode) return undefined;
    throw error;
  }
}

/**
 * Converts a date-time of the gateway to milliseconds since the Unix epoch. A time without a time zone is
 * UTC, as in the output of .NET services. Returns null for a missing or invalid text.
 */
export function parseGatewayTime(text: string | null | undefined): number | null {
  if (text == null) return null;
  // The JSON form of a date in old versions of .NET.
  const milliseconds = /^\/Date\((-?\d+)/.exec(text)?.[1];
  if (milliseconds !== undefined) return Number(milliseconds);
  const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(time) ? null : time;
}
