import { expect, test } from 'vitest';
import type { GatewayClient } from '../src/index.ts';
import { createFaultBody } from './example-data.ts';
import { sendJson, startFixedGateway, startGateway, type StubGateway } from './stub-gateway.ts';
import { createClient, getRejection } from './test-client.ts';

const input = { walletId: 7, dateTimeFrom: '2026-11-01T00:00:00Z', dateTimeTo: '2026-11-22T00:00:00Z' };

function createEntry(id: number): object {
  return {
    id,
    createdDate: '2026-11-21T08:00:00',
    amount: 1,
    currencyCode: 'MYR',
    type: 1,
    postTransactionWalletBalance: id,
  };
}

interface Page {
  readonly ids: readonly number[];
  readonly nextRecords: unknown;
}

/** Starts a gateway that responds with these pages in turn. */
async function startHistoryGateway(pages: readonly Page[]): Promise<StubGateway> {
  const gateway = await startGateway((_request, response) => {
    const { ids, nextRecords } = pages[gateway.requests.length - 1] ?? { ids: [], nextRecords: null };
    const result = { walletId: 7, walletBalance: 9, walletHistories: ids.map(createEntry), nextRecords };
    sendJson(response, { result, error: null });
  });
  return gateway;
}

async function readAll(client: GatewayClient): Promise<number[]> {
  const ids: number[] = [];
  for await (const { walletHistories } of client.walletHistory(input)) {
    ids.push(...walletHistories.map(({ id }) => id));
  }
  return ids;
}

const listRequestedNextRecords = ({ requests }: StubGateway): unknown[] =>
  requests.map(({ rawBody }) => (JSON.parse(rawBody) as { nextRecord?: number }).nextRecord);

test('walletHistory sends nextRecords of each page as nextRecord of the next request', async () => {
  const gateway = await startHistoryGateway([
    { ids: [1, 2], nextRecords: 2 },
    { ids: [3, 4], nextRecords: 4 },
    { ids: [5], nextRecords: null },
  ]);
  expect(await readAll(createClient(gateway.url))).toEqual([1, 2, 3, 4, 5]);
  expect(listRequestedNextRecords(gateway)).toEqual([undefined, 2, 4]);
});

test.each([
  ['nextRecords null', null],
  ['nextRecords 0', 0],
  ['no field nextRecords', undefined],
])('walletHistory ends after a page that has %s', async (_name, nextRecords) => {
  const gateway = await startHistoryGateway([{ ids: [1], nextRecords }]);
  expect(await readAll(createClient(gateway.url))).toEqual([1]);
  expect(gateway.requests).toHaveLength(1);
});

test('walletHistory ends after an empty page with any nextRecords', async () => {
  const gateway = await startHistoryGateway([
    { ids: [1], nextRecords: 1 },
    { ids: [], nextRecords: 2 },
  ]);
  expect(await readAll(createClient(gateway.url))).toEqual([1]);
});

test('walletHistory requests a page only when it is read', async () => {
  const gateway = await startHistoryGateway([
    { ids: [1], nextRecords: 1 },
    { ids: [2], nextRecords: 2 },
  ]);
  for await (const page of createClient(gateway.url).walletHistory(input)) {
    expect(page.walletBalance).toBe(9);
    break;
  }
  expect(gateway.requests).toHaveLength(1);
});

test('walletHistory rejects when the gateway returns the same nextRecords twice', async () => {
  const gateway = await startHistoryGateway(Array.from({ length: 9 }, () => ({ ids: [1], nextRecords: 5 })));
  expect(await getRejection(readAll(createClient(gateway.url)))).toMatchObject({
    code: 'invalid-response',
    ids: { walletId: 7 },
  });
  expect(gateway.requests).toHaveLength(2);
});

test('queryWalletHistory sends the given nextRecord and returns one page', async () => {
  const gateway = await startHistoryGateway([{ ids: [1], nextRecords: 1 }]);
  const page = await createClient(gateway.url).queryWalletHistory({ ...input, nextRecord: 100 });
  expect(page).toMatchObject({ walletId: 7, nextRecords: 1, walletHistories: [{ id: 1 }] });
  expect(listRequestedNextRecords(gateway)).toEqual([100]);
});

test('walletHistory rejects with fault 1005 (TenantWalletNotFound) for an unknown wallet', async () => {
  const gateway = await startFixedGateway(createFaultBody(1005, 'Tenant Wallet Not Found'), 400);
  expect(await getRejection(readAll(createClient(gateway.url)))).toMatchObject({ fault: { code: 1005 } });
});

test.each(['0001-01-01T00:00:00', '01-Jan-0001 00:00:00', '1/1/01 12:00:00 AM', '1900-01-01 00:00:00', ''])(
  'an entry with the date %j has no date, and its amount of 0 is kept',
  async (createdDate) => {
    const entry = {
      ...createEntry(1),
      createdDate,
      amount: 0,
      transactionNumber: '0',
      refenceCode: '',
      description: ' ',
    };
    const result = { walletId: 7, walletBalance: 0, walletHistories: [entry], nextRecords: 0 };
    const gateway = await startFixedGateway({ result, error: null });
    const page = await createClient(gateway.url).queryWalletHistory(input);
    expect(page.walletHistories).toEqual([
      { ...entry, createdDate: null, transactionNumber: null, refenceCode: null, description: null },
    ]);
  },
);
