import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { defaultProfile, normalizeReference, providerChannelStatus, verify } from '@pgw/protocol';
import {
  duplicateTransactionCode,
  invalidSignatureCode,
  transactionNotFoundCode,
} from '@pgw/protocol/internal';
import { z } from 'zod';
import { listen, stopServer } from '../network/server.ts';
import type { OutageSwitch } from './outage.ts';

/** The credentials that the shop and the gateway share. They protect no real system. */
export const merchant = { merchantId: '1001', secretKey: 'torture-secret-key', token: 'torture-token' };

/** The gateway's record of one transaction. */
export interface Transaction {
  readonly transactionNumber: string;
  readonly reference: string;
  readonly amount: number;
  readonly currencyCode: string;
  readonly status: number;
}

/**
 * A gateway that opens transactions, returns their records, refuses repeated references, and checks token and
 * signature.
 */
export interface StubGateway {
  readonly url: string;
  /**
   * Every transaction that RequestPayment opened, in order. The list has no unique key: a repeated
   * transaction is in it twice.
   */
  readonly opened: readonly Transaction[];
  /** The number of queries with a correct signature. */
  readonly queryCount: () => number;
  find(transactionNumber: string): Transaction | undefined;
  /** Adds or replaces a record. */
  put(transaction: Transaction): void;
  readonly close: () => Promise<void>;
}

export interface StubGatewayOptions {
  readonly port?: number;
  /** Makes the gateway unavailable. */
  readonly outage?: OutageSwitch;
  /** Runs after a record is read and before it is sent. When it is slow, the response can be outdated. */
  readonly beforeResponse?: (record: Transaction) => Promise<void>;
}

const requestBody = z.looseObject({
  referenceCode: z.string(),
  amount: z.number(),
  currencyCode: z.string(),
});
const { paths, headers, queryParameters } = defaultProfile;
/** The fault of a refund query for a channel without refund queries. */
const noRefundQueryCode = 2043;

export async function openGateway(options: StubGatewayOptions = {}): Promise<StubGateway> {
  const transactions = new Map<string, Transaction>();
  const references = new Set<string>();
  const opened: Transaction[] = [];
  let queries = 0;

  const openTransaction = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const text = await readBody(req);
    const data = requestBody.parse(JSON.parse(text));
    if (!isSigned(req, paths.requestPayment, JSON.parse(text)))
      return send(res, 400, createFault(invalidSignatureCode, 'Invalid Signature.'));
    const { referenceCode: reference, amount, currencyCode } = data;
    if (references.has(normalizeReference(reference)))
      return send(res, 400, createFault(duplicateTransactionCode, 'Duplicate Transaction'));
    references.add(normalizeReference(reference));
    const transactionNumber = `G${String(opened.length + 1).padStart(9, '0')}`;
    const transaction = { transactionNumber, reference, amount, currencyCode, status: 0 };
    opened.push(transaction);
    transactions.set(transactionNumber, transaction);
    const redirectUrl = `https://gateway.example/pay/${transactionNumber}`;
    return send(res, 200, {
      result: { transactionNumber, amount, currencyCode, redirectionType: 1, redirectUrl },
    });
  };

  const sendRecord = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const url = new URL(req.url ?? '/', 'http://gateway');
    const transactionNumber = url.searchParams.get(queryParameters.transactionNumber) ?? '';
    const timestamp = Number(url.searchParams.get(queryParameters.timestamp));
    if (!isSigned(req, paths.queryPayment, { transactionNumber, timestamp }))
      return send(res, 400, createFault(invalidSignatureCode, 'Invalid Signature.'));
    queries += 1;
    const transaction = transactions.get(transactionNumber);
    if (transaction === undefined)
      return send(res, 400, createFault(transactionNotFoundCode, 'Transaction Not Found'));
    await options.beforeResponse?.(transaction);
    const { reference: referenceCode, ...record } = transaction;
    return send(res, 200, { ...record, referenceCode });
  };

  const server = createServer((req, res) => {
    if (options.outage?.interceptRequest(res) === true) return;
    const path = (req.url ?? '').split('?')[0];
    const hasToken = req.headers[headers.authorization.toLowerCase()] === `Bearer ${merchant.token}`;
    if (!hasToken) return send(res, 401, createFault(0, 'Current user did not login to the application!'));
    if (path === paths.getProviderChannels) return sendBanks(req, res);
    if (path === paths.queryRefund) return refuseRefundQuery(res);
    const handled = path === paths.requestPayment ? openTransaction(req, res) : sendRecord(req, res);
    // The request was cut off: there is no connection for a response.
    handled.catch(() => res.destroy());
  });
  const url = await listen(server, options.port);
  return {
    url,
    opened,
    queryCount: () => queries,
    find: (transactionNumber) => transactions.get(transactionNumber),
    put: (transaction) => {
      references.add(normalizeReference(transaction.reference));
      transactions.set(transaction.transactionNumber, transaction);
    },
    close: () => stopServer(server),
  };
}

/** Refuses a refund query like a channel without refund queries. The statuses of the payments report their refunds. */
function refuseRefundQuery(res: ServerResponse): void {
  send(res, 400, createFault(noRefundQueryCode, 'The channel has no refund query.'));
}

/** Sends the banks of any channel: one bank. */
function sendBanks(req: IncomingMessage, res: ServerResponse): void {
  const url = new URL(req.url ?? '/', 'http://gateway');
  const channelId = Number(url.searchParams.get('channelId'));
  const timestamp = Number(url.searchParams.get(queryParameters.timestamp));
  if (!isSigned(req, paths.getProviderChannels, { channelId, timestamp }))
    return send(res, 400, createFault(invalidSignatureCode, 'Invalid Signature.'));
  send(res, 200, [{ id: 'BANK-1', name: 'Bank 1', status: providerChannelStatus.available }]);
}

function isSigned(req: IncomingMessage, path: string, data: Parameters<typeof verify>[1]): boolean {
  const signature = req.headers[headers.signature.toLowerCase()];
  return (
    typeof signature === 'string' &&
    verify(`http://${req.headers.host}${path}`, data, signature, merchant.secretKey)
  );
}

async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function createFault(code: number, message: string): unknown {
  return { result: null, success: false, error: { code, message } };
}

function send(res: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  res.end(text);
}
