import { endpoints } from '@pgw/protocol';
import { createRefusal, createInvalidRequestRefusal } from './responses.ts';
import { toDecimal } from '../ledger/decimal.ts';
import type { WalletEntry } from '../ledger/tables.ts';
import { createHandler } from './handler.ts';
import { walletNotFoundCode } from './inquiry-wallet.ts';

const pageSize = 100;

/** Returns a page of a wallet's history, oldest first. `nextRecords` is 0 on the last page. */
export const queryWalletHistory = createHandler(
  endpoints.queryWalletHistory,
  ({ walletId, dateTimeFrom, dateTimeTo, nextRecord }, { gateway, tenant }) => {
    const { ledger } = gateway;
    ledger.applyDueChanges();
    const wallet = ledger.wallets.find(walletId);
    if (wallet === undefined || wallet.tenantId !== tenant.id)
      throw createRefusal(walletNotFoundCode, 'Tenant Wallet Not Found');
    const from = parseUtc(dateTimeFrom);
    const to = parseUtc(dateTimeTo);
    if (from > to)
      throw createInvalidRequestRefusal([{ path: 'dateTimeTo', message: 'must not be before dateTimeFrom' }]);
    const entries = ledger.wallets.readHistory(walletId, {
      from,
      to,
      firstId: nextRecord ?? 0,
      limit: pageSize + 1,
    });
    return {
      walletId,
      walletBalance: toDecimal(wallet.balance, wallet.currencyCode),
      nextRecords: entries[pageSize]?.id ?? 0,
      walletHistories: entries.slice(0, pageSize).map((entry) => toWireEntry(entry, wallet.currencyCode)),
    };
  },
);

function toWireEntry(entry: WalletEntry, currencyCode: string) {
  return {
    id: entry.id,
    createdDate: new Date(entry.createdAt).toISOString(),
    transactionNumber: entry.transactionNumber,
    // The gateway misspells this name.
    refenceCode: entry.referenceCode,
    amount: toDecimal(entry.amount, currencyCode),
    currencyCode,
    type: entry.type,
    description: entry.description,
    postTransactionWalletBalance: toDecimal(entry.balanceAfter, currencyCode),
  };
}

/** Parses a date-time. A date-time without a zone is UTC (interface document, endpoint 4). */
function parseUtc(text: string): number {
  const hasZone = /(z|[+-]\d{2}:?\d{2})$/i.test(text.trim());
  const time = Date.parse(hasZone ? text : `${text}Z`);
  // A text with the name of a zone, such as GMT, is not valid with a `Z`.
  return Number.isNaN(time) ? Date.parse(text) : time;
}
