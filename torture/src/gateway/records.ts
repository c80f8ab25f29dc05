import { createServer, type Socket } from 'node:net';
import { defaultProfile, verify } from '@pgw/protocol';
import { invalidSignatureCode, secretKey, transactionNotFoundCode } from '@pgw/protocol/internal';
import { listen } from '../network/server.ts';
import { merchant, type Transaction } from './gateway.ts';

const { paths, headers, queryParameters } = defaultProfile;
const key = secretKey(merchant.secretKey);
const token = `Bearer ${merchant.token}`;

/**
 * Starts a gateway that only returns records, and resolves with its address. It checks token and signature.
 * It parses and writes HTTP itself to use little CPU time, because a production gateway does not use the CPU
 * of the shop.
 */
export function openRecordGateway(transactions: Iterable<Transaction>): Promise<string> {
  const records = new Map(
    [...transactions].map(({ reference: referenceCode, ...record }) => [
      record.transactionNumber,
      JSON.stringify({ ...record, referenceCode }),
    ]),
  );
  const serve = (socket: Socket): void => {
    let unreadText = '';
    // The client may be killed at any time.
    socket.on('error', () => socket.destroy());
    socket.setNoDelay(true).on('data', (chunk) => {
      unreadText += chunk.toString('latin1');
      for (let end = unreadText.indexOf('\r\n\r\n'); end !== -1; end = unreadText.indexOf('\r\n\r\n')) {
        socket.write(createResponse(unreadText.slice(0, end), records));
        unreadText = unreadText.slice(end + 4);
      }
    });
  };
  return listen(createServer(serve));
}

function createResponse(head: string, records: ReadonlyMap<string, string>): string {
  const [path = '', query = ''] = (head.split(' ', 2)[1] ?? '').split('?');
  if (readHeader(head, headers.authorization) !== token)
    return createFault(401, 0, 'Current user did not login to the application!');
  const parameters = new URLSearchParams(query);
  const transactionNumber = parameters.get(queryParameters.transactionNumber) ?? '';
  const data = { transactionNumber, timestamp: Number(parameters.get(queryParameters.timestamp)) };
  const signature = readHeader(head, headers.signature);
  const isSigned =
    path === paths.queryPayment && verify(`http://${readHeader(head, 'host')}${path}`, data, signature, key);
  if (!isSigned) return createFault(400, invalidSignatureCode, 'Invalid Signature.');
  const record = records.get(transactionNumber);
  return record === undefined
    ? createFault(400, transactionNotFoundCode, 'Transaction Not Found')
    : formatResponse(200, record);
}

/**
 * Returns the value of a header, or an empty text when the header is missing. The case of the name does not
 * matter.
 */
function readHeader(head: string, name: string): string {
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon === name.length && line.slice(0, colon).toLowerCase() === name.toLowerCase())
      return line.slice(colon + 1).trim();
  }
  return '';
}

function createFault(status: number, code: number, message: string): string {
  return formatResponse(status, JSON.stringify({ result: null, success: false, error: { code, message } }));
}

/**
 * Formats a response. The body must be ASCII, because its length in characters is sent as the length in
 * bytes.
 */
function formatResponse(status: number, body: string): string {
  return `HTTP/1.1 ${status} .\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
