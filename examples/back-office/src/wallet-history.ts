import type { GatewayClient, WalletHistoryPage } from '@pgw/client';
import type { FieldErrors } from '@pgw/example-pages';

/** A wallet of the merchant, as the gateway tells of it. */
export type Wallet = Awaited<ReturnType<GatewayClient['inquiryWallet']>>['wallets'][number];

/** An entry of a wallet's history. Amounts are decimals of the wallet's currency, times milliseconds. */
export interface WalletEntry {
  readonly id: number;
  readonly at: number;
  readonly type: number;
  readonly amount: number;
  readonly balance: number;
  readonly reference: string;
  readonly description: string;
}

export interface WalletHistory {
  /** Newest first. */
  readonly entries: readonly WalletEntry[];
  /** What the gateway called the next page; undefined when all is here. */
  readonly nextRecord: number | undefined;
}

/** Which part of a history is shown. */
export interface HistoryRange {
  /** As date fields carry them. */
  readonly fromField: string;
  readonly toField: string;
  readonly from: number;
  readonly to: number;
  readonly pages: number;
  readonly errors: FieldErrors;
}

interface Range {
  readonly walletId: number;
  readonly from: number;
  readonly to: number;
  /** How many times a hundred entries. */
  readonly pages: number;
}

/** A wallet's history between two moments, as many pages of it as are asked for. Rejects as the client does. */
export async function readHistory(
  gateway: Pick<GatewayClient, 'walletHistory'>,
  { walletId, from, to, pages }: Range,
): Promise<WalletHistory> {
  const entries: WalletEntry[] = [];
  let nextRecord: number | undefined;
  let read = 0;
  const range = { dateTimeFrom: new Date(from).toISOString(), dateTimeTo: new Date(to).toISOString() };
  for await (const page of gateway.walletHistory({ walletId, ...range })) {
    entries.push(...page.walletHistories.map(entryOf));
    nextRecord = (page.nextRecords ?? 0) > 0 ? (page.nextRecords ?? undefined) : undefined;
    if (++read >= pages) break;
  }
  return { entries: entries.sort((a, b) => b.at - a.at || b.id - a.id), nextRecord };
}

function entryOf(entry: WalletHistoryPage['walletHistories'][number]): WalletEntry {
  return {
    id: entry.id,
    at: utc(entry.createdDate),
    type: entry.type,
    amount: entry.amount,
    balance: entry.postTransactionWalletBalance,
    reference: entry.refenceCode ?? entry.transactionNumber ?? '',
    description: entry.description ?? '',
  };
}

/** The gateway's times are UTC, whether they say so or not (interface, "Wallet history entry"). */
function utc(text: string): number {
  return Date.parse(/(z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
}
