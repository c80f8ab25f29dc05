import diagnostics from 'node:diagnostics_channel';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished } from 'vitest';
import type { GatewayClient } from '../src/index.ts';
import { checkoutResult, loginResult, order, paymentRecord } from './example-data.ts';
import { listen } from './stub-gateway.ts';
import { createClient } from './test-client.ts';

/** How the gateway closes a connection after its first response. */
export const closings = [
  'never',
  'end with the response',
  'reset after the response',
  'end later',
  'reset later',
  'reset at the first byte',
  'close after the request',
] as const;

export type Closing = (typeof closings)[number];

/** One request of a test, and what the gateway does with the connection that it opens. */
export interface Step {
  readonly operation: 'pay' | 'query';
  readonly closing: Closing;
  /** The delay of a later closing, and of the next request, in milliseconds. */
  readonly closeAfterMs: number;
  readonly nextAfterMs: number;
}

/** Any request of a test. Many delays are equal, so that closing and reuse often meet. */
export const anyStep: fc.Arbitrary<Step> = fc.record({
  operation: fc.constantFrom('pay', 'pay', 'query'),
  closing: fc.constantFrom(...closings),
  closeAfterMs: fc.integer({ min: 0, max: 3 }),
  nextAfterMs: fc.integer({ min: 0, max: 3 }),
});

export interface ClosingGateway {
  readonly url: string;
  /** The number of complete requests for each reference. */
  readonly journal: ReadonlyMap<string, number>;
  /** The connections that were opened. */
  countConnections(): number;
}

/** Starts a gateway. A new connection is closed as `nextStep` says, and announces this keep-alive time. */
export async function startClosingGateway(
  nextStep: () => Pick<Step, 'closing' | 'closeAfterMs'>,
  keepAliveSeconds?: number,
): Promise<ClosingGateway> {
  const journal = new Map<string, number>();
  const sockets = new Set<Socket>();
  let connectionCount = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    connectionCount += 1;
    sockets.add(socket);
    serve(socket, { ...nextStep(), journal, keepAliveSeconds });
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: await listen(server), journal, countConnections: () => connectionCount };
}

interface ServeOptions extends Pick<Step, 'closing' | 'closeAfterMs'> {
  readonly journal: Map<string, number>;
  readonly keepAliveSeconds: number | undefined;
}

function serve(socket: Socket, { closing, closeAfterMs, journal, keepAliveSeconds }: ServeOptions): void {
  let received = '';
  let responseCount = 0;
  socket.on('error', () => undefined);
  socket.on('data', (bytes: Buffer) => {
    if (responseCount > 0 && closing === 'reset at the first byte') return void socket.resetAndDestroy();
    received += bytes.toString('latin1');
    const request = /^[\s\S]*?\r\n\r\n/.exec(received)?.[0];
    const length = Number(/content-length: (\d+)/i.exec(request ?? '')?.[1] ?? 0);
    if (request === undefined || received.length < request.length + length) return;
    const reference = findReference(received);
    received = '';
    if (reference !== undefined) journal.set(reference, (journal.get(reference) ?? 0) + 1);
    if (responseCount > 0 && closing === 'close after the request') return void socket.destroy();
    responseCount += 1;
    socket.write(createResponse(request, keepAliveSeconds));
    if (closing === 'end with the response') socket.end();
    if (closing === 'reset after the response') setImmediate(() => socket.resetAndDestroy());
    if (closing === 'end later') setTimeout(() => socket.end(), closeAfterMs);
    if (closing === 'reset later') setTimeout(() => socket.resetAndDestroy(), closeAfterMs);
  });
}

function createResponse(request: string, keepAliveSeconds: number | undefined): string {
  const isLogin = /^POST \S+Authenticate /.test(request);
  const result = isLogin ? loginResult : request.startsWith('POST') ? checkoutResult : paymentRecord;
  const body = JSON.stringify({ result, success: true });
  const announcement = keepAliveSeconds === undefined ? '' : `keep-alive: timeout=${keepAliveSeconds}\r\n`;
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${announcement}content-length: ${body.length}\r\n\r\n${body}`;
}

/** Returns the reference of a payment, or the transaction number of a query. */
function findReference(text: string): string | undefined {
  return /"referenceCode":"(\w+)"|TransactionNumber=(\w+)/i.exec(text)?.slice(1).find(Boolean);
}

/** The sockets that this process has opened, with the bytes that were written to them before a request. */
class SocketObserver {
  readonly #bytesWritten = new Map<Socket, number>();

  constructor() {
    const onSocket = (message: unknown): void => {
      // Node's documentation describes the message of this channel.
      this.#bytesWritten.set((message as { socket: Socket }).socket, 0);
    };
    diagnostics.subscribe('net.client.socket', onSocket);
    onTestFinished(() => void diagnostics.unsubscribe('net.client.socket', onSocket));
  }

  /** Counts the sockets to which bytes were written since the previous call. Forgets the closed sockets. */
  countWrittenSockets(): number {
    let count = 0;
    for (const [socket, bytesBefore] of this.#bytesWritten) {
      if (socket.bytesWritten > bytesBefore) count += 1;
      if (socket.destroyed) this.#bytesWritten.delete(socket);
      else this.#bytesWritten.set(socket, socket.bytesWritten);
    }
    return count;
  }
}

export interface StepTotals {
  readonly requests: number;
  /** Payments with the outcome `unknown`. Each was written to a connection that the gateway then closed. */
  readonly unknown: number;
}

/**
 * Sends requests to a gateway that closes its connections. Compares each outcome with the bytes that were written to
 * sockets, and with the gateway's journal.
 */
export function createStepRunner(): (steps: readonly Step[]) => Promise<StepTotals> {
  const sockets = new SocketObserver();
  let requestCount = 0;
  return async (steps) => {
    let position = 0;
    const gateway = await startClosingGateway(() => steps[position] ?? { closing: 'never', closeAfterMs: 0 });
    const client = createClient(gateway.url, { circuit: { failures: 1000 } });
    let unknown = 0;
    for (const step of steps) {
      const reference = `R${(requestCount += 1)}`;
      const outcome = await send(client, step.operation, reference);
      const writeCount = sockets.countWrittenSockets();
      const received = gateway.journal.get(reference) ?? 0;
      const context = `${reference}: ${outcome}, written to ${writeCount} sockets, received ${received} times`;
      if (step.operation === 'query') expect(outcome, context).toBe('done');
      else {
        expect(outcome, context).not.toBe('not-sent');
        expect(writeCount, context).toBe(1);
        expect(received, context).toBeLessThanOrEqual(1);
        if (outcome === 'done') expect(received, context).toBe(1);
      }
      if (outcome === 'unknown') unknown += 1;
      position += 1;
      if (step.nextAfterMs > 0) await sleep(step.nextAfterMs);
    }
    await client.close();
    return { requests: steps.length, unknown };
  };
}

async function send(client: GatewayClient, operation: Step['operation'], reference: string): Promise<string> {
  if (operation === 'pay')
    return (await client.attempt.requestPayment({ ...order, referenceCode: reference })).kind;
  // The client of a test sends a query only once, so a retry cannot hide a lost connection.
  await client.queryPayment({ transactionNumber: reference });
  return 'done';
}
