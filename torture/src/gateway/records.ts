import { createServer, type Socket } from 'node:net';
import { defaultProfile, secretKey, transactionNotFoundCode, verify } from '@pgw/protocol';
import { listen } from '../server.ts';
import { merchant, type Transaction } from './gateway.ts';

const { paths, headers, queryParameters } = defaultProfile;
const key = secretKey(merchant.secretKey);
const token = `Bearer ${merchant.token}`;

/**
 * Starts a gateway that only returns records, and resolves with its address. It checks token and signature, but parses and writes
 * HTTP itself to use little CPU time: in production the gateway runs on other machines than the shop.
 */
export function openRecords(transactions: Iterable<Transaction>): Promise<string> {
  const records = new Map(
    [...transactions].map(({ reference: referenceCode, ...record }) => [
      record.transactionNumber,
      JSON.stringify({ ...record, referenceCode }),
    ]),
  );
  const serve = (socket: Socket): void => {
    let unread = '';
    // The client may be killed at any time.
    socket.on('error', () => socket.destroy());
    socket.setNoDelay(true).on('data', (chunk) => {
      unread += chunk.toString('latin1');
      for (let end = unread.indexOf('\r\n\r\n'); end !== -1; end = unread.indexOf('\r\n\r\n')) {
        socket.write(responseTo(unread.slice(0, end), records));
        unread = unread.slice(end + 4);
      }
    });
  };
  return listen(createServer(serve));
}

function responseTo(head: string, records: ReadonlyMap<string, string>): string {
  const [path = '', query = ''] = (head.split(' ', 2)[1] ?? '').split('?');
  if (valueOf(head, headers.authorization) !== token)
    return fault(401, 0, 'Current user did not login to the application!');
  const parameters = new URLSearchParams(query);
  const transactionNumber = parameters.get(queryParameters.transactionNumber) ?? '';
  const data = { transactionNumber, timestamp: Number(parameters.get(queryParameters.timestamp)) };
  const signature = valueOf(head, headers.signature);
  const isSigned =
    path === paths.queryPayment && verify(`http://${valueOf(head, 'host')}${path}`, data, signature, key);
  if (!isSigned) return fault(400, 2003, 'Invalid Signature.');
  const record = records.get(transactionNumber);
  return record === undefined
    ? fault(400, transactionNotFoundCode, 'Transaction Not Found')
    : responseText(200, record);
}

/** The value of a header, whose name is compared without case; empty when it is missing. */
function valueOf(head: string, name: string): string {
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon === name.length && line.slice(0, colon).toLowerCase() === name.toLowerCase())
      return line.slice(colon + 1).trim();
  }
  return '';
}

function fault(status: number, code: number, message: string): string {
  return responseText(status, JSON.stringify({ result: null, success: false, error: { code, message } }));
}

/** The body must be ASCII: its length in characters is sent as the length in bytes. */
function responseText(status: number, body: string): string {
  return `HTTP/1.1 ${status} .\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
