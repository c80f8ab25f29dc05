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
import { PendingCalls } from './pending-calls.ts';
import { tokenSource } from './token.ts';
import { pooledTransport, sendOver } from './dispatcher-transport.ts';
import { walletHistoryPages, type WalletHistoryRequest, type WalletHistoryPage } from './wallet-history.ts';

/** The operations that are methods of the client. The client calls the login automatically. */
export type CallName = Exclude<keyof Endpoints, 'authenticate'>;

/** A method for each operation of the gateway. */
export type GatewayCalls = { readonly [Name in CallName]: GatewayMethod<Endpoints[Name]> };

/**
 * A client of the gateway. Every method resolves with the parsed response or rejects with a `PgwError`:
 *
 * - `invalid-request`: a field is invalid, and nothing was sent (`InvalidRequestError`, with `violations`)
 * - `signature-rejected`: the gateway computed a different signature
 * - `unauthorized`: the login was refused, or two tokens were refused
 * - `gateway-fault`: the gateway refused the request (`GatewayFaultError`, with `fault`)
 * - `gateway-unreachable`: nothing was processed, or the operation only reads (`retryable`)
 * - `gateway-busy`: HTTP 429, and nothing was processed (`retryable`)
 * - `outcome-unknown`: an operation that creates something may have been processed. Query it before you send it again
 * - `invalid-response`: an operation that only reads received an invalid response (`InvalidResponseError`)
 */
export interface GatewayClient extends GatewayCalls {
  /** Creates a payment. The response has the redirect for the shopper's browser. `amount` is in minor units. */
  readonly requestPayment: GatewayCalls['requestPayment'];
  /** Queries a payment by `transactionNumber`, `sessionNumber` or both. */
  readonly queryPayment: GatewayCalls['queryPayment'];
  /** Creates a hosted session, in which the shopper can try again until it expires. `amount` is in minor units. */
  readonly initialSession: GatewayCalls['initialSession'];
  /** Lists the channels of the merchant. */
  readonly getChannels: GatewayCalls['getChannels'];
  /** Lists the banks of a channel with `isProviderHostChannel`. */
  readonly getProviderChannels: GatewayCalls['getProviderChannels'];
  /**
   * Sends money to a bank account or proxy identifier. `channelId` is the payout channel of the profile. `amount` is in minor units. The
   * required fields of `customer` depend on `providerChannelId` (see `payoutViolations` of `@pgw/protocol`).
   */
  readonly payout: GatewayCalls['payout'];
  /** Authorises, charges, captures or verifies a card for an existing transaction (see `authType`). `amount` is in minor units. */
  readonly processPayment: GatewayCalls['processPayment'];
  /** Refunds a paid payment: all of it, or `amount` in minor units. */
  readonly refundPayment: GatewayCalls['refundPayment'];
  /** Queries a refund by the number of the original payment. Rejects with fault 2010 while the refund is not processed yet. */
  readonly queryRefund: GatewayCalls['queryRefund'];
  /** Lists the wallets of the merchant. Balances are decimals, not minor units. */
  readonly inquiryWallet: GatewayCalls['inquiryWallet'];
  /** Lists at most 100 entries of a wallet's history. `nextRecord` is `nextRecords` of the previous page. */
  readonly queryWalletHistory: GatewayCalls['queryWalletHistory'];
  /** Iterates over the pages of a wallet's history. Each page is fetched when it is read. Amounts are decimals, not minor units. */
  walletHistory(
    input: WalletHistoryRequest,
    options?: CallOptions,
  ): AsyncGenerator<WalletHistoryPage, void, undefined>;
  /**
   * The operations that move money, as methods that never throw. They resolve with one of four outcomes: `done`, `rejected`, `not-sent`
   * or `unknown`.
   */
  readonly attempt: GatewayAttempts;
  /**
   * True when the signature of a callback is valid for this callback URL and one of the merchant's secrets. Pass the URL that was stored
   * with the payment. Never build it from the Host header of the request. A callback with a valid signature may be a replay.
   */
  verifyCallback(callback: ReceivedCallback, callbackUrl: string): boolean;
  /**
   * Returns how many callbacks each secret has verified since the client was created, in the order of the option `secretKey`. When the
   * count of an old secret no longer increases, the secret can be removed.
   */
  verifiedCallbacks(): readonly number[];
  /** The circuit breaker. While it is open, every method rejects immediately with `gateway-unreachable`. */
  readonly circuit: GatewayCircuit;
  /** The profile of the gateway. */
  readonly profile: GatewayProfile;
  /** The normalized URL of the gateway. */
  readonly baseUrl: string;
  /**
   * Derives a key of 32 bytes from the merchant's secret by HKDF-SHA256 (RFC 5869), one key for each purpose. The key does not reveal the
   * secret. The gateway also has the secret, so it could derive the same key.
   */
  deriveKey(purpose: string): Uint8Array;
  /**
   * Derives the keys of the previous secrets, in their order. Use them to read data that was stored before
   * the secret was replaced.
   */
  derivePreviousKeys(purpose: string): readonly Uint8Array[];
  /** Waits for pending requests and closes the sockets. Later requests reject with `gateway-unreachable`. */
  close(): Promise<void>;
}

/**
 * Creates a client for one merchant at one gateway. It opens no connection before the first request.
 *
 * @throws PgwError `invalid-configuration`, with each invalid option and the expected value.
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
  const { credentials, secretKey: secrets, profile, circuit, ...parsed } = parseOptions(options);
  const transport = parsed.transport ?? pooledTransport(new URL(parsed.baseUrl).origin);
  const resolvedProfile = gatewayProfile(profile);
  const verifiedCounts = secrets.map(() => 0);
  const caller: Caller = {
    ...parsed,
    secret: secrets[0],
    profile: resolvedProfile,
    urls: urlsOf(parsed.baseUrl, resolvedProfile),
    pendingCalls: new PendingCalls(),
    send: sendOver(transport),
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
  const calls = createMethods(callEndpoint);
  return {
    ...calls,
    walletHistory: (input, callOptions) => walletHistoryPages(calls.queryWalletHistory, input, callOptions),
    attempt: createAttempts(callEndpoint),
    verifyCallback(callback, callbackUrl) {
      const secretIndex = verifyingSecret(callback, callbackUrl, secrets);
      if (secretIndex !== undefined) verifiedCounts[secretIndex] = (verifiedCounts[secretIndex] ?? 0) + 1;
      return secretIndex !== undefined;
    },
    verifiedCallbacks: () => [...verifiedCounts],
    circuit: caller.circuit,
    profile: caller.profile,
    baseUrl: parsed.baseUrl,
    deriveKey: (purpose) => secrets[0].derive(`pgw ${purpose}`),
    derivePreviousKeys: (purpose) => secrets.slice(1).map((secret) => secret.derive(`pgw ${purpose}`)),
    async close() {
      caller.circuit.stop();
      await caller.pendingCalls.whenEnded();
      await transport.close();
    },
  };
}

/** A query for a transaction that does not exist. A gateway that works responds with a fault. */
const probe = { endpoint: endpoints.queryPayment, input: { transactionNumber: '0' }, isProbe: true } as const;

/** A gateway that takes longer than 5 seconds for a probe is still unavailable. */
function probeTimeoutMs(timeoutMs: number): number {
  return Math.min(timeoutMs, 5_000);
}

function urlsOf(baseUrl: string, profile: GatewayProfile): Caller['urls'] {
  const named = Object.values(endpoints).map(({ name }) => [name, endpointUrl(baseUrl, name, profile)]);
  // The entries have the name of every endpoint. `fromEntries` loses this type.
  return Object.fromEntries(named) as Caller['urls'];
}

type EndpointCall = (endpoint: Endpoint, input: unknown, options?: CallOptions) => Promise<unknown>;

function createMethods(callEndpoint: EndpointCall): GatewayCalls {
  const { authenticate: _login, ...operations } = endpoints;
  const named = Object.values(operations).map((endpoint) => [
    endpoint.name,
    createMethod(endpoint, callEndpoint),
  ]);
  // Each method has the name of its endpoint. `fromEntries` loses this type.
  return Object.fromEntries(named) as GatewayCalls;
}

function createAttempts(callEndpoint: EndpointCall): GatewayAttempts {
  const named = attemptNames.map((name) => {
    const attempt = (input: unknown, options?: CallOptions) =>
      outcomeOf(() => callEndpoint(endpoints[name], input, options));
    return [name, attempt];
  });
  // Each attempt has the name of its endpoint. `fromEntries` loses this type.
  return Object.fromEntries(named) as GatewayAttempts;
}

function createMethod(endpoint: Endpoint, callEndpoint: EndpointCall) {
  return hasInput(endpoint)
    ? (input: unknown, options?: CallOptions) => callEndpoint(endpoint, input, options)
    : (options?: CallOptions) => callEndpoint(endpoint, {}, options);
}

/**
 * False when the only fields of a request are the timestamp and an optional merchant ID, which the client
 * adds.
 */
function hasInput({ request: { shape } }: Endpoint): boolean {
  const { timestamp: _stamped, tenantId, ...others } = shape;
  const isTenantRequired = tenantId !== undefined && !tenantId.safeParse(undefined).success;
  return isTenantRequired || Object.keys(others).length > 0;
}
