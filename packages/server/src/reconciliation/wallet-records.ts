import type { GatewayClient } from '@pgw/client';
import { currencyExponent, walletEntryType } from '@pgw/protocol';
import type { SettlementRecord } from './settlement-record.ts';

const kindByType: Readonly<Record<number, SettlementRecord['kind']>> = {
  [walletEntryType.payout]: 'payout',
  [walletEntryType.refund]: 'refund',
};

/**
 * Yields the refunds and payouts in the history of a wallet, and loads them page by page. Skips entries of
 * other types and entries without a transaction number. `from` and `to` are milliseconds since the Unix
 * epoch.
 *
 * @throws PgwError with the codes of `gateway.walletHistory`.
 */
export async function* walletRecords(
  gateway: Pick<GatewayClient, 'walletHistory'>,
  { walletId, from, to }: { readonly walletId: number; readonly from: number; readonly to: number },
): AsyncGenerator<SettlementRecord, void, undefined> {
  const dateTimeFrom = new Date(from).toISOString();
  const dateTimeTo = new Date(to).toISOString();
  for await (const { walletHistories } of gateway.walletHistory({ walletId, dateTimeFrom, dateTimeTo })) {
    // The gateway misspells the name `refenceCode`.
    for (const { type, transactionNumber, refenceCode, amount, currencyCode } of walletHistories) {
      const kind = kindByType[type];
      if (kind === undefined || transactionNumber == null) continue;
      // The amount is a decimal number of major units, and negative for outgoing money. The multiplication
      // can have a floating-point error, which the rounding removes.
      const minorAmount = Math.round(Math.abs(amount) * 10 ** currencyExponent(currencyCode.toUpperCase()));
      yield {
        kind,
        transactionNumber,
        reference: refenceCode || null,
        amount: minorAmount,
        currencyCode,
        status: null,
      };
    }
  }
}
