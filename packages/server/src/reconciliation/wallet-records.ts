import type { GatewayClient } from '@pgw/client';
import { currencyExponent, walletEntryType, type TimeInput } from '@pgw/protocol';
import { readTime, requireArgument, timeInputSchema } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import type { SettlementRecord } from './settlement-record.ts';

const walletSchema = z.strictObject({
  gateway: z.custom(
    (value) => typeof value === 'object' && value !== null && 'walletHistory' in value,
    'must be a client made by createGatewayClient of @pgw/client',
  ),
  walletId: z.int(),
  from: timeInputSchema,
  to: timeInputSchema,
});

const kindByType: Readonly<Record<number, SettlementRecord['kind']>> = {
  [walletEntryType.payout]: 'payout',
  [walletEntryType.refund]: 'refund',
};

/**
 * Yields the refunds and payouts in the history of a wallet, and loads them page by page. Skips entries of
 * other types and entries without a transaction number. `from` and `to` are times: a `Date`, milliseconds since the
 * Unix epoch, or ISO 8601 text.
 *
 * @throws PgwError with the codes of `gateway.walletHistory`.
 */
export async function* walletRecords(
  gateway: Pick<GatewayClient, 'walletHistory'>,
  options: { readonly walletId: number; readonly from: TimeInput; readonly to: TimeInput },
): AsyncGenerator<SettlementRecord, void, undefined> {
  requireArgument(walletSchema, { gateway, ...options }, 'walletRecords');
  const { walletId } = options;
  const [from, to] = [readTime(options.from), readTime(options.to)];
  const dateTimeFrom = new Date(from).toISOString();
  const dateTimeTo = new Date(to).toISOString();
  for await (const { walletHistories } of gateway.walletHistory({ walletId, dateTimeFrom, dateTimeTo })) {
    // The gateway misspells the name `refenceCode`.
    for (const entry of walletHistories) {
      const { type, transactionNumber, refenceCode, currencyCode, postTransactionWalletBalance } = entry;
      const kind = kindByType[type];
      if (kind === undefined || transactionNumber == null) continue;
      // The amount is a decimal number of major units, and negative for outgoing money. The multiplication
      // can have a floating-point error, which the rounding removes.
      const factor = 10 ** currencyExponent(currencyCode.toUpperCase());
      yield {
        kind,
        transactionNumber,
        reference: refenceCode || null,
        amount: Math.round(Math.abs(entry.amount) * factor),
        currencyCode,
        status: null,
        balance: Math.round(postTransactionWalletBalance * factor),
      };
    }
  }
}
