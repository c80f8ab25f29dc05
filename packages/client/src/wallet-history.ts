import { PgwError, type Endpoints } from '@pgw/protocol';
import type { CallOptions, GatewayResponse, GatewayRequest, GatewayMethod } from './call.ts';

type History = Endpoints['queryWalletHistory'];

/** What a wallet's history is asked by; the pages are the iterator's own affair. */
export type WalletHistoryRequest = Omit<GatewayRequest<History>, 'nextRecord'>;

/** Up to 100 entries of a wallet's history, with the wallet's balance. */
export type WalletHistoryPage = GatewayResponse<History>;

/**
 * The pages of a wallet's history, one call each, as they are asked for. Ends after the page that names no next
 * record, and after an empty one. Options hold for each page by itself.
 *
 * Rejects as a call does; a gateway that names a record a second time would never end, and is an `invalid-response`.
 */
export async function* walletHistoryPages(
  fetchPage: GatewayMethod<History>,
  input: WalletHistoryRequest,
  options?: CallOptions,
): AsyncGenerator<WalletHistoryPage, void, undefined> {
  const requestedRecords = new Set<number>();
  for (let nextRecord: number | undefined; ;) {
    const page = await fetchPage(nextRecord === undefined ? input : { ...input, nextRecord }, options);
    yield page;
    const { nextRecords, walletHistories } = page;
    if (nextRecords == null || nextRecords <= 0 || walletHistories.length === 0) return;
    if (requestedRecords.has(nextRecords)) throw roundAndRound(input.walletId, nextRecords);
    requestedRecords.add(nextRecords);
    nextRecord = nextRecords;
  }
}

function roundAndRound(walletId: number, nextRecord: number): PgwError {
  const message = `queryWalletHistory (walletId ${walletId}) goes round: the gateway named record ${nextRecord} as the next one twice. The pages so far are complete.`;
  const ids = { endpoint: 'queryWalletHistory', walletId };
  return new PgwError('invalid-response', message, { ids });
}
