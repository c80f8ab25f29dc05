import {
  endpoints,
  endpointUrl,
  gatewayProfile,
  Redacted,
  type Endpoint,
  type Endpoints,
  type GatewayProfile,
  type ReceivedCallback,
} from '@pgw/protocol';
import { verifyingSecret } from '@pgw/protocol/internal';
import { attemptNames, outcomeOf, type GatewayAttempts } from './attempt.ts';
import { CircuitBreaker, type GatewayCircuit } from './circuit-breaker.ts';
import { call, type Caller, type CallOptions, type GatewayMethod } from './call.ts';
import { parseOptions, type GatewayClientOptions } from './options.ts';
import { RunningCalls } from './running-calls.ts';
import { tokenSource } from './token.ts';
import { pooledTransport, sendOver } from './dispatcher-transport.ts';
import { walletHistoryPages, type WalletHistoryRequest, type WalletHistoryPage } from './wallet-history.ts';

/** The operations that are methods: all of the endpoint table but the login, which the client does by itself. */
export type CallName = Exclude<keyof Endpoints, 'authenticate'>;

/** The endpoint table turned into methods; a new row is a new method. */
export type GatewayCalls = { readonly [Name in CallName]: GatewayMethod<Endpoints[Name]> };

/**
 * Asks the gateway. Every call resolves with the parsed answer or rejects with a `PgwError`:
 *
 * - `invalid-request`: the input breaks a rule; nothing was sent (`InvalidRequestError`, with `violations`)
 * - `signature-rejected`: the gateway computed another signature
 * - `unauthorized`: the token was refused twice, or the login was
 * - `gateway-fault`: the gateway refused the call (`GatewayFaultError`, with `fault`)
 * - `gateway-unreachable`: nothing was processed, or the call only reads; `retryable`
 * - `gateway-busy`: refused with HTTP 429, so nothing was processed; `retryable`
 * - `outcome-unknown`: a call that creates something may have been processed; ask, don't repeat
 * - `invalid-response`: a call that reads got something that is no answer of the interface
 */
export interface GatewayClient extends GatewayCalls {
  /** Creates a payment and says where to send the shopper's browser. `amount` in minor units. */
  readonly requestPayment: GatewayCalls['requestPayment'];
  /** The state of a payment, by `transactionNumber`, `sessionNumber` or both. */
  readonly queryPayment: GatewayCalls['queryPayment'];
  /** Creates a hosted session, which the shopper may retry until it expires. `amount` in minor units. */
  readonly initialSession: GatewayCalls['initialSession'];
  /** The channels of the merchant. */
  readonly getChannels: GatewayCalls['getChannels'];
  /** The banks of a channel with `isProviderHostChannel`. */
  readonly getProviderChannels: GatewayCalls['getProviderChannels'];
  /**
   * Sends money to a bank account or proxy identifier. `channelId` is the profile's payout channel, `amount` in minor
   * units. Which parts of `customer` are required depends on `providerChannelId` (see `payoutViolations`).
   */
  readonly payout: GatewayCalls['payout'];
  /** Authorises, charges or verifies a card on an existing transaction; see `authType`. `amount` in minor units. */
  readonly processPayment: GatewayCalls['processPayment'];
  /** Returns the money of a successful payment: all of it, or `amount` minor units of it. */
  readonly refundPayment: GatewayCalls['refundPayment'];
  /** The state of a refund, by the number of the original payment. Code 2010 while it is not processed yet. */
  readonly queryRefund: GatewayCalls['queryRefund'];
  /** The wallets of the merchant. Balances are decimals of the currency. */
  readonly inquiryWallet: GatewayCalls['inquiryWallet'];
  /** One page of a wallet's history, 100 entries at most; `nextRecord` is the `nextRecords` of the page before. */
  readonly queryWalletHistory: GatewayCalls['queryWalletHistory'];
  /** A wallet's history page by page, asked for as you read on. Amounts are decimals of the currency. */
  walletHistory(
    input: WalletHistoryRequest,
    options?: CallOptions,
  ): AsyncGenerator<WalletHistoryPage, void, undefined>;
  /**
   * The calls that move money, told apart by what is known afterwards: `done`, `rejected`, `not-sent` or `unknown`.
   * They never throw.
   */
  readonly attempt: GatewayAttempts;
  /**
   * True when a callback was signed with this merchant's secret for this callback URL: the one stored with the
   * payment, never one made of the request's Host header. A verified callback may still be a replay. Of several secrets any may
   * have signed it.
   */
  verifyCallback(callback: ReceivedCallback, callbackUrl: string): boolean;
  /**
   * How many signatures each secret has verified since this client was made, in the order of the option `secretKey`. While a secret is
   * replaced: once the count of the old one no longer grows, the old one can be removed.
   */
  verifiedCallbacks(): readonly number[];
  /** Whether the gateway responds. While it does not, every call rejects at once with `gateway-unreachable`. */
  readonly circuit: GatewayCircuit;
  readonly profile: GatewayProfile;
  /** Where the gateway is, in its normal form. */
  readonly baseUrl: string;
  /**
   * 32 bytes that only holders of the merchant's secret can make: HKDF-SHA256 of it (RFC 5869), one key for each purpose.
   * It tells nothing of the secret, and signs nothing. Keep it to yourself: the gateway could make it as well.
   */
  deriveKey(purpose: string): Uint8Array;
  /** The keys that `deriveKey` made of the previous secrets, in their order: to read what was written before the secret was replaced. */
  derivePreviousKeys(purpose: string): readonly Uint8Array[];
  /** Waits for the running calls and frees the sockets. Later calls reject with `gateway-unreachable`. */
  close(): Promise<void>;
}

/**
 * Makes a client for one merchant at one gateway. It opens no connection until the first call.
 *
 * @throws PgwError `invalid-configuration`, naming each option and what is expected.
 *
 * @example
 * const gateway = createGatewayClient({
 *   baseUrl: 'https://gateway.example',
 *   merchantId: '1001',
 *   secretKey: process.env.PGW_SECRET_KEY ?? '',
 *   credentials: { userName: 'shop', password: process.env.PGW_PASSWORD ?? '' },
 * });
 * const record = await gateway.queryPayment({ transactionNumber: '2005671137F81FD81D89D8' });
 */
export function createGatewayClient(options: GatewayClientOptions): GatewayClient {
  const { credentials, secretKey: secrets, profile, transport, circuit, ...parsed } = parseOptions(options);
  const carrier = transport ?? pooledTransport(new URL(parsed.baseUrl).origin);
  const known = gatewayProfile(profile);
  const callbacks = secrets.map(() => 0);
  const caller: Caller = {
    ...parsed,
    secret: secrets[0],
    profile: known,
    urls: urlsOf(parsed.baseUrl, known),
    running: new RunningCalls(),
    send: sendOver(carrier),
    onExchange: parsed.onExchange,
    circuit: new CircuitBreaker({
      ...circuit,
      now: parsed.now,
      random: parsed.random,
      probe: () =>
        call(caller, { ...probe, tokens, options: { timeoutMs: probeTimeoutMs(parsed.timeoutMs) } }),
    }),
  };
  const tokens = tokenSource({
    credentials,
    now: caller.now,
    authenticate: async (userNameOrEmailAddress, password) => {
      const input = { userNameOrEmailAddress, password };
      const { accessToken, expireInSeconds } = await call(caller, {
        endpoint: endpoints.authenticate,
        input,
      });
      return { accessToken: new Redacted(accessToken), expireInSeconds };
    },
  });
  const callEndpoint: EndpointCall = (endpoint, input, callOptions = {}) =>
    call(caller, { endpoint, input, tokens, options: callOptions });
  const calls = methods(callEndpoint);
  return {
    ...calls,
    walletHistory: (input, callOptions) => walletHistoryPages(calls.queryWalletHistory, input, callOptions),
    attempt: attempts(callEndpoint),
    verifyCallback(callback, callbackUrl) {
      const position = verifyingSecret(callback, callbackUrl, secrets);
      if (position !== undefined) callbacks[position] = (callbacks[position] ?? 0) + 1;
      return position !== undefined;
    },
    verifiedCallbacks: () => [...callbacks],
    circuit: caller.circuit,
    profile: caller.profile,
    baseUrl: parsed.baseUrl,
    deriveKey: (purpose) => secrets[0].derive(`pgw ${purpose}`),
    derivePreviousKeys: (purpose) => secrets.slice(1).map((secret) => secret.derive(`pgw ${purpose}`)),
    async close() {
      caller.circuit.stop();
      await caller.running.ended();
      await carrier.close();
    },
  };
}

/** No transaction has this number: a gateway that responds says so. */
const probe = { endpoint: endpoints.queryPayment, input: { transactionNumber: '0' }, isProbe: true } as const;

/** A gateway that takes longer to say that there is no such transaction is not up yet. */
function probeTimeoutMs(timeoutMs: number): number {
  return Math.min(timeoutMs, 5_000);
}

function urlsOf(baseUrl: string, profile: GatewayProfile): Caller['urls'] {
  const named = Object.values(endpoints).map(({ name }) => [name, endpointUrl(baseUrl, name, profile)]);
  // One of each endpoint of the table, which `fromEntries` cannot say.
  return Object.fromEntries(named) as Caller['urls'];
}

type EndpointCall = (endpoint: Endpoint, input: unknown, options?: CallOptions) => Promise<unknown>;

function methods(callEndpoint: EndpointCall): GatewayCalls {
  const { authenticate: _login, ...operations } = endpoints;
  const named = Object.values(operations).map((endpoint) => [endpoint.name, method(endpoint, callEndpoint)]);
  // Each method was made of the endpoint it is named after, which `fromEntries` cannot say.
  return Object.fromEntries(named) as GatewayCalls;
}

function attempts(callEndpoint: EndpointCall): GatewayAttempts {
  const named = attemptNames.map((name) => {
    const attempt = (input: unknown, options?: CallOptions) =>
      outcomeOf(() => callEndpoint(endpoints[name], input, options));
    return [name, attempt];
  });
  // Each attempt was made of the endpoint it is named after, which `fromEntries` cannot say.
  return Object.fromEntries(named) as GatewayAttempts;
}

function method(endpoint: Endpoint, callEndpoint: EndpointCall) {
  return hasInput(endpoint)
    ? (input: unknown, options?: CallOptions) => callEndpoint(endpoint, input, options)
    : (options?: CallOptions) => callEndpoint(endpoint, {}, options);
}

/** False where the merchant ID is all that a request takes, and is optional; the client adds the timestamp. */
function hasInput({ request: { shape } }: Endpoint): boolean {
  const { timestamp: _stamped, tenantId, ...others } = shape;
  const isTenantRequired = tenantId !== undefined && !tenantId.safeParse(undefined).success;
  return isTenantRequired || Object.keys(others).length > 0;
}
