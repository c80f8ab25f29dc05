import type { GatewayClient, WalletHistoryPage } from '@pgw/client';
import type { DayRange } from '../pages/day-range.ts';

/** A wallet of the merchant in the gateway's response. */
export type Wallet = Awaited<ReturnType<GatewayClient['inquiryWallet']>>['wallets'][number];

/**
 * An entry of a wallet's history. Amounts are decimals in the wallet's currency. `at` is the time of the
 * entry in milliseconds since the Unix epoch, or null when the gateway has none.
 */
export interface WalletEntry {
  readonly id: number;
  readonly at: number | null;
  readonly type: number;
  readonly amount: number;
  /** The balance after this entry. */
  readonly balance: number;
  readonly reference: string;
  readonly description: string;
}

/** The loaded entries of a wallet's history. */
export interface WalletHistory {
  /** Newest first. */
  readonly entries: readonly WalletEntry[];
  /** The value that requests the next page from the gateway. Undefined when there are no more entries. */
  readonly nextRecord: number | undefined;
}

/** The range of a history that the page shows, from its form. */
export interface HistoryRange extends DayRange {
  /** The maximum number of pages to read from the gateway. */
  readonly pages: number;
}

interface HistoryQuery {
  readonly walletId: number;
  readonly from: number;
  readonly to: number;
  /** The maximum number of pages to read. A page has at most 100 entries. */
  readonly pages: number;
}

/**
 * Reads up to `pages` pages of a wallet's history between two times. Rejects with the errors of the client.
 */
export async function readHistory(
  gateway: Pick<GatewayClient, 'walletHistory'>,
  { walletId, from, to, pages }: HistoryQuery,
): Promise<WalletHistory> {
  const entries: WalletEntry[] = [];
  let nextRecord: number | undefined;
  let pagesRead = 0;
  const range = { dateTimeFrom: new Date(from).toISOString(), dateTimeTo: new Date(to).toISOString() };
  for await (const page of gateway.walletHistory({ walletId, ...range })) {
    entries.push(...page.walletHistories.map(toWalletEntry));
    const { nextRecords } = page;
    nextRecord = nextRecords != null && nextRecords > 0 ? nextRecords : undefined;
    pagesRead += 1;
    if (pagesRead >= pages) break;
  }
  return { entries: entries.sort((a, b) => (b.at ?? 0) - (a.at ?? 0) || b.id - a.id), nextRecord };
}

function toWalletEntry(entry: WalletHistoryPage['walletHistories'][number]): WalletEntry {
  return {
    id: entry.id,
    at: parseUtc(entry.createdDate),
    type: entry.type,
    amount: entry.amount,
    balance: entry.postTransactionWalletBalance,
    reference: entry.refenceCode ?? entry.transactionNumber ?? '',
    description: entry.description ?? '',
  };
}

/** Parses a time of the gateway. A time without a zone is UTC. Returns null for a missing or invalid time. */
function parseUtc(text: string | null | undefined): number | null {
  if (text == null) return null;
  const time = Date.parse(/(z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(time) ? null : time;
}
