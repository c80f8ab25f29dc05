import type { GatewayClient } from '@pgw/client';
import { createTestClient, gatewayStatus } from './shop.ts';

type PaymentRecord = Awaited<ReturnType<GatewayClient['queryPayment']>>;

/** A client whose queries return fields that the test sets. */
export interface ControlledGateway {
  readonly client: GatewayClient;
  /** The number of payment queries. */
  readonly countQueries: () => number;
  /** Sets the status of the next responses. */
  setStatus(status: number): void;
  /** Sets fields of the records in the next responses. */
  setRecord(fields: Partial<PaymentRecord>): void;
  /** Gives the next response this status, and delays it until `release` is called. */
  delayResponse(status: number): { readonly requested: Promise<void>; readonly release: () => void };
}

/** Creates a client of the sandbox with this URL. Its payments are pending until the test sets a status. */
export function createControlledGateway(sandboxUrl: string): ControlledGateway {
  const client = createTestClient(sandboxUrl);
  let fields: Partial<PaymentRecord> = { status: gatewayStatus.pending };
  let queryCount = 0;
  let delayedResponse: { status: number; requested: () => void; released: Promise<void> } | undefined;
  const controlled: GatewayClient = {
    ...client,
    queryPayment: async (input) => {
      queryCount += 1;
      const record = await client.queryPayment(input);
      const current = delayedResponse;
      delayedResponse = undefined;
      current?.requested();
      await current?.released;
      return { ...record, ...fields, ...(current !== undefined && { status: current.status }) };
    },
  };
  return {
    client: controlled,
    countQueries: () => queryCount,
    setStatus: (status) => void (fields = { ...fields, status }),
    setRecord: (nextFields) => void (fields = { ...fields, ...nextFields }),
    delayResponse: (status) => {
      const request = Promise.withResolvers<void>();
      const response = Promise.withResolvers<void>();
      delayedResponse = { status, requested: request.resolve, released: response.promise };
      return { requested: request.promise, release: response.resolve };
    },
  };
}
