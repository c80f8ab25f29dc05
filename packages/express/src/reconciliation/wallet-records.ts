import type { GatewayClient } from '@pgw/client';
import { currencyExponent, walletEntryType } from '@pgw/protocol';
import type { SettlementRecord } from './settlement-record.ts';

const kinds: Readonly<Record<number, SettlementRecord['kind']>> = {
  [walletEntryType.payout]: 'payout',
  [walletEntryType.refund]: 'refund',
};

/**
 * The refunds and payouts of a wallet's history, page by page.
 *
 * @throws PgwError as `gateway.walletHistory` does.
 */
export async function* walletRecords(
  gateway: Pick<GatewayClient, 'walletHistory'>,
  { walletId, from, to }: { readonly walletId: number; readonly from: number; readonly to: number },
): AsyncGenerator<SettlementRecord, void, undefined> {
  const dateTimeFrom = new Date(from).toISOString();
  const dateTimeTo = new Date(to).toISOString();
  for await (const { walletHistories } of gateway.walletHistory({ walletId, dateTimeFrom, dateTimeTo })) {
    for (const { type, transactionNumber, refenceCode, amount, currencyCode } of walletHistories) {
      const kind = kinds[type];
      if (kind === undefined || transactionNumber == null || transactionNumber === '') continue;
      // Decimals of the currency, negative for outgoing money. Rounding removes the error of the float.
      const minor = Math.round(Math.abs(amount) * 10 ** currencyExponent(currencyCode.toUpperCase()));
      yield {
        kind,
        transactionNumber,
        reference: refenceCode || null,
        amount: minor,
        currencyCode,
        status: null,
      };
    }
  }
}
