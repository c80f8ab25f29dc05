import { PgwError, type Endpoints } from '@pgw/protocol';
import type { CallOptions, GatewayResponse, GatewayRequest, GatewayMethod } from './call.ts';

type History = Endpoints['queryWalletHistory'];

/**
 * The request for a wallet's history. It has no `nextRecord`. The iterator sends `nextRecords` of each page as
 * `nextRecord` of the request for the next page.
 */
export type WalletHistoryRequest = Omit<GatewayRequest<History>, 'nextRecord'>;

/** A page of a wallet's history: up to 100 entries and the balance of the wallet. */
export type WalletHistoryPage = GatewayResponse<History>;

/** The iteration ends after a page without `nextRecords`, after an empty page, and when `nextRecords` repeats. */
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
  const message = `queryWalletHistory (walletId ${walletId}) stopped: the gateway returned nextRecords ${nextRecord} twice. The earlier pages are complete.`;
  const ids = { endpoint: 'queryWalletHistory', walletId };
  return new PgwError('invalid-response', message, { ids });
}
