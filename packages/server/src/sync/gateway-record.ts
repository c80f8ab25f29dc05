import type { GatewayClient } from '@pgw/client';
import { GatewayFaultError } from '@pgw/protocol';
import { transactionNotFoundCode } from '@pgw/protocol/internal';
import type { PaymentContext } from '../engine/payment-context.ts';
import * as z from '@pgw/protocol/zod';

/** The gateway's record of one transaction. */
export type PaymentRecord = Awaited<ReturnType<GatewayClient['queryPayment']>>;

/**
 * Queries the gateway's record of a transaction. Resolves with undefined when the gateway has no record.
 *
 * @throws PgwError when the gateway cannot be queried.
 */
export async function queryRecord(
  { gateway }: { readonly gateway: GatewayClient },
  number: string | { readonly sessionNumber: string },
): Promise<PaymentRecord | undefined> {
  try {
    return await gateway.queryPayment(typeof number === 'string' ? { transactionNumber: number } : number);
  } catch (error) {
    if (error instanceof GatewayFaultError && error.fault.code === transactionNotFoundCode) return undefined;
    throw error;
  }
}

/** True for the channel of payouts in the environment of this checkout. */
export function isPayoutChannel(
  { payouts, gateway }: Pick<PaymentContext, 'payouts' | 'gateway'>,
  { channelId }: { readonly channelId?: number | null | undefined },
): boolean {
  return payouts !== undefined && channelId === gateway.profile.payoutChannelId[gateway.environment];
}

const isoDateTime = z.iso.datetime({ offset: true, local: true });
const firstTime = Date.UTC(2000, 0);
const lastTime = Date.UTC(10_000, 0) - 1;

/**
 * Converts a date-time of the gateway to milliseconds since the Unix epoch. A time without a time zone is UTC. Returns null
 * for a text that is no date-time, because `Date.parse` reads `0` as the year 2000.
 */
export function parseGatewayTime(text: string | null | undefined): number | null {
  if (text == null) return null;
  const milliseconds = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/.exec(text)?.[1];
  const time = milliseconds === undefined ? parseIsoDateTime(text) : Number(milliseconds);
  return time >= firstTime && time <= lastTime ? time : null;
}

/** Returns NaN for a text that is not an ISO 8601 date-time with a year of four digits. */
function parseIsoDateTime(text: string): number {
  const dateTime = text.replace(' ', 'T').replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
  if (!isoDateTime.safeParse(dateTime).success) return Number.NaN;
  return Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(dateTime) ? dateTime : `${dateTime}Z`);
}
