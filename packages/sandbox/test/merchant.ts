import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  defaultProfile,
  endpoints,
  sign,
  type CallbackBody,
  type EndpointName,
  type JsonValue,
} from '@pgw/protocol';
import { canonicalJson } from '@pgw/protocol/internal';
import { channelIds } from '../src/catalogue/channel-ids.ts';
import { defaultTenant, type Sandbox, type Tenant } from '../src/index.ts';
import { createSandbox, type TestSandbox, type TestSandboxOptions } from '../src/testing/index.ts';

/** The status and parsed body of a response. */
export interface RawResponse {
  readonly status: number;
  readonly body: ResponseBody;
}

/** The response properties that tests use. A response has only some of them. */
export interface ResponseBody {
  readonly success: boolean;
  readonly result: {
    readonly accessToken: string;
    readonly transactionNumber: string;
    readonly sessionNumber: string;
    readonly redirectUrl: string;
    readonly redirectionType: number;
    readonly clientScript: string | null;
    readonly transactionExpired: string;
    readonly status: number;
    readonly type: number;
    readonly amount: number;
    readonly partialTransactionNumber: string | null;
    readonly paymentToken: string;
    readonly wallets: readonly {
      readonly id: number;
      readonly balance: number;
      readonly walletType: number;
      readonly walletStatus: number;
      readonly currencyCode: string;
    }[];
    readonly walletBalance: number;
    readonly nextRecords: number;
    readonly walletHistories: readonly {
      readonly id: number;
      readonly type: number;
      readonly amount: number;
      readonly createdDate: string;
      readonly transactionNumber: string;
      readonly refenceCode: string | null;
      readonly postTransactionWalletBalance: number;
    }[];
  };
  readonly code: number;
  readonly message: string;
  readonly refundStatus: number;
  readonly refundTransactionNumber: string;
  readonly amount: number;
  readonly refundPaymentList: unknown;
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly details: string | null;
    readonly validationErrors: readonly { readonly message: string; readonly members: readonly string[] }[];
  };
  readonly status: number;
  readonly transactionNumber: string;
  readonly paymentSessionNumber: string | null;
}

/** A merchant that uses only fetch and the signer, like a client of another project. */
export class Merchant {
  readonly baseUrl: string;
  readonly tenant: Tenant;
  token = '';

  constructor(baseUrl: string, tenant: Tenant = defaultTenant) {
    this.baseUrl = baseUrl;
    this.tenant = tenant;
  }

  /** Returns the URL of an endpoint. */
  toUrl(name: EndpointName): string {
    return `${this.baseUrl}${defaultProfile.paths[name]}`;
  }

  /** Requests a token and stores it. */
  async login(): Promise<this> {
    const response = await this.send('authenticate', {
      body: JSON.stringify({ userNameOrEmailAddress: this.tenant.userName, password: this.tenant.password }),
    });
    this.token = response.body.result.accessToken;
    return this;
  }

  createHeaders(extraHeaders: Record<string, string> = {}): Record<string, string> {
    return {
      'Abp-TenantId': this.tenant.id,
      Authorization: `Bearer ${this.token}`,
      'Content-Type': 'application/json',
      ...extraHeaders,
    };
  }

  /** Sends a signed POST. */
  post(name: EndpointName, data: JsonValue, extraHeaders: Record<string, string> = {}): Promise<RawResponse> {
    const signature = sign(this.toUrl(name), data, this.tenant.secretKey);
    return this.send(name, {
      body: canonicalJson(data),
      headers: this.createHeaders({ 'cap-signature': signature, ...extraHeaders }),
    });
  }

  /** Sends a signed GET. */
  async get(
    name: EndpointName,
    data: Record<string, string | number>,
    extraHeaders: Record<string, string> = {},
  ): Promise<RawResponse> {
    const parameters = new URLSearchParams(Object.entries(data).map(([key, value]) => [key, String(value)]));
    const signature = sign(this.toUrl(name), data, this.tenant.secretKey);
    const response = await fetch(`${this.toUrl(name)}?${parameters}`, {
      headers: this.createHeaders({ 'cap-signature': signature, ...extraHeaders }),
    });
    return { status: response.status, body: await readBody(name, response) };
  }

  /** Sends a POST with any body, and with any headers and URL instead of the defaults. */
  async send(
    name: EndpointName,
    init: { body: string; headers?: Record<string, string>; url?: string },
  ): Promise<RawResponse> {
    const response = await fetch(init.url ?? this.toUrl(name), {
      method: 'POST',
      headers: init.headers ?? this.createHeaders(),
      body: init.body,
    });
    return { status: response.status, body: await readBody(name, response) };
  }

  /** Opens a payment with these fields instead of the defaults. */
  openPayment(fields: Record<string, JsonValue> = {}): Promise<RawResponse> {
    return this.post('requestPayment', { ...createPaymentRequest(), ...fields });
  }

  /** Opens a payment with these fields and approves it. Returns its transaction number. */
  async openApprovedPayment(sandbox: Sandbox, fields: Record<string, JsonValue> = {}): Promise<string> {
    const { transactionNumber } = (await this.openPayment(fields)).body.result;
    if (!sandbox.decide(transactionNumber, 'approve')) throw new Error('The payment was not pending.');
    return transactionNumber;
  }

  refund(transactionNumber: string, fields: Record<string, JsonValue> = {}): Promise<RawResponse> {
    const timestamp = Date.now();
    return this.post('refundPayment', { transactionNumber, reason: 'Broken mug', timestamp, ...fields });
  }

  queryRefund(transactionNumber: string): Promise<RawResponse> {
    return this.get('queryRefund', { transactionNumber, timestamp: Date.now() });
  }

  openPayout(fields: Record<string, JsonValue> = {}): Promise<RawResponse> {
    return this.post('payout', { ...createPayoutRequest(), ...fields });
  }

  queryWallets(): Promise<RawResponse> {
    return this.post('inquiryWallet', { tenantId: Number(this.tenant.id), timestamp: Date.now() });
  }

  queryWalletHistory(walletId: number, fields: Record<string, JsonValue> = {}): Promise<RawResponse> {
    const period = { dateTimeFrom: '2020-01-01T00:00:00Z', dateTimeTo: '2100-01-01T00:00:00Z' };
    return this.post('queryWalletHistory', { walletId, ...period, ...fields });
  }

  /** Charges a card. The details and fields replace those of a valid request. */
  processCard(
    transactionNumber: string,
    channelDetails: Record<string, JsonValue> = {},
    fields: Record<string, JsonValue> = {},
  ): Promise<RawResponse> {
    const defaultCard = {
      cardNumber: '4111111111111111',
      expiryMonth: '07',
      expiryYear: '2040',
      securityCode: '123',
    };
    return this.post('processPayment', {
      transactionNumber,
      channelDetails: { ...defaultCard, ...channelDetails },
      ...fields,
    });
  }

  queryPayment(transactionNumber: string): Promise<RawResponse> {
    return this.get('queryPayment', { transactionNumber, timestamp: Date.now() });
  }
}

/**
 * Returns the body without an envelope that the interface does not show. `old-clients.test.ts` tests the
 * envelope.
 */
async function readBody(name: EndpointName, response: Response): Promise<ResponseBody> {
  const body = (await response.json()) as ResponseBody;
  const isEnvelope = response.ok && !endpoints[name].hasDocumentedEnvelope && 'result' in body;
  return isEnvelope ? (body.result as unknown as ResponseBody) : body;
}

/** The channel of payouts on a staging gateway. */
export const payoutChannelId = defaultProfile.payoutChannelId.staging;
/** A channel id that is not in the catalogue. */
export const unknownChannelId = 999;
/** The ids of the wallets that each sandbox has. */
export const walletIds = { basic: 3001, premium: 3002, payout: 3003 } as const;

/** A second merchant, for sandboxes with two merchants. */
export const otherTenant: Tenant = {
  id: '2002',
  name: 'Kedai Lain',
  secretKey: 'another-key',
  userName: 'other@sandbox.example',
  password: 'another-password',
};

/** Reads the transaction or session number at the end of a page's URL. */
export function readNumberOfUrl(url: string): string {
  return new URL(url).pathname.split('/').at(-1)!;
}

let referenceCount = 0;

/** Creates a valid payment request with a new reference. */
export function createPaymentRequest(): Record<string, JsonValue> {
  return { ...createCommonFields(), channelId: channelIds.pasarPay, amount: 12890 };
}

/** Creates the fields that a pay-in and a payout have in common. */
function createCommonFields(): Record<string, JsonValue> {
  referenceCount += 1;
  return {
    currencyCode: 'MYR',
    referenceCode: `RC-${referenceCount}-${Math.random().toString(36).slice(2, 8)}`,
    ipAddress: '203.0.113.7',
    returnUrl: 'http://127.0.0.1:3000/return?order=A123',
    timestamp: Date.now(),
  };
}

/** Creates a valid payout request with a new reference. */
export function createPayoutRequest(): Record<string, JsonValue> {
  return {
    ...createCommonFields(),
    channelId: payoutChannelId,
    providerChannelId: 'BSERI01',
    amount: 25_000,
    customer: { name: 'Aminah binti Yusof', username: '512345678901' },
    localCitizen: true,
  };
}

/** Starts a sandbox on a free port, and logs a merchant in. */
export async function startSandboxWithMerchant(
  options: TestSandboxOptions = {},
): Promise<{ sandbox: TestSandbox; merchant: Merchant; [Symbol.asyncDispose](): Promise<void> }> {
  const sandbox = await createSandbox({ callbackRetryMs: [20, 20, 20], ...options });
  const merchant = await new Merchant(sandbox.url, options.tenants?.[0]).login();
  return { sandbox, merchant, [Symbol.asyncDispose]: () => sandbox.close() };
}

/** A callback that the server of the merchant received. */
export interface ReceivedCallback {
  readonly path: string;
  readonly rawBody: Buffer;
  readonly body: Partial<CallbackBody>;
  readonly signature: string | undefined;
}

/**
 * Starts a server that receives the callbacks of a merchant. `selectStatus` returns the response status for
 * the n-th callback.
 */
export async function startCallbackReceiver(selectStatus: (count: number) => number = () => 204): Promise<{
  url: string;
  callbacks: ReceivedCallback[];
  /** Resolves when this number of callbacks has arrived. */
  waitForCallbacks(count: number): Promise<ReceivedCallback[]>;
  [Symbol.asyncDispose](): Promise<void>;
}> {
  const callbacks: ReceivedCallback[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const rawBody = Buffer.concat(chunks);
      const signature = incoming.headers['cap-signature'];
      callbacks.push({
        path: incoming.url ?? '',
        rawBody,
        body: JSON.parse(rawBody.toString() || '{}') as Partial<CallbackBody>,
        signature: typeof signature === 'string' ? signature : undefined,
      });
      const status = selectStatus(callbacks.length);
      outgoing.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/pgw/callback`,
    callbacks,
    waitForCallbacks: async (count) => {
      const deadline = Date.now() + 45_000;
      while (callbacks.length < count) {
        if (Date.now() > deadline) throw new Error(`${callbacks.length} of ${count} callbacks arrived.`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return callbacks;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
