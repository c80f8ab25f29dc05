import { PgwError, type Endpoints } from '@pgw/protocol';
import type { CallOptions, GatewayResponse, GatewayRequest, GatewayMethod } from './call.ts';

type History = Endpoints['queryWalletHistory'];

/** The request for a wallet's history. It has no `nextRecord`, because the iterator adds it for each page. */
export type WalletHistoryRequest = Omit<GatewayRequest<History>, 'nextRecord'>;

/** A page of a wallet's history: up to 100 entries and the balance of the wallet. */
export type WalletHistoryPage = GatewayResponse<History>;

/**
 * Iterates over the pages of a wallet's history, with one request for each page. The iteration ends after a
 * page without a next record, and after an empty page. The options apply to each request.
 *
 * The iterator rejects with the errors of a request. It also rejects with `invalid-response` when the gateway
 * returns the same next record twice.
 */
export async function* iterateWalletHistory(
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
    if (requestedRecords.has(nextRecords)) throw createRepeatedRecordError(input.walletId, nextRecords);
    requestedRecords.add(nextRecords);
    nextRecord = nextRecords;
  }
}

function createRepeatedRecordError(walletId: number, nextRecord: number): PgwError {
  const message = `queryWalletHistory (walletId ${walletId}) stopped: the gateway returned ${nextRecord} as the next record twice. The earlier pages are complete.`;
  const ids = { endpoint: 'queryWalletHistory', walletId };
  return new PgwError('invalid-response', message, { ids });
}
