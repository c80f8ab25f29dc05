import type { GatewayClient } from '@pgw/client';
import { GatewayFaultError, transactionNotFoundCode } from '@pgw/protocol';

/** The gateway's record of one transaction. */
export type PaymentRecord = Awaited<ReturnType<GatewayClient['queryPayment']>>;

/**
 * Queries the gateway's record of a transaction; undefined when it has none.
 *
 * @throws PgwError when the gateway cannot be queried.
 */
export async function recordOf(
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
 * A date-time of the gateway in milliseconds since the Unix epoch. A time without a zone is UTC, as .NET
 * services write it. Null for a missing or invalid text.
 */
export function timeOf(text: string | null | undefined): number | null {
  if (text == null) return null;
  const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(time) ? null : time;
}
