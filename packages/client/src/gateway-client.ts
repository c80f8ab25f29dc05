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
import { readTestOverrides, requireArgument } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import { attemptNames, toOutcome, type GatewayAttempts } from './attempt.ts';
import type { GatewayCircuit } from './circuit-breaker.ts';
import { call, type ClientContext, type CallOptions, type GatewayMethod } from './call.ts';
import {
  guessEnvironment,
  parseOptions,
  type GatewayClientOptions,
  type GatewayEnvironment,
} from './options.ts';
import { PendingCalls } from './pending-calls.ts';
import { createSecrets } from './secrets.ts';
import { SharedOrigins, type CircuitListener, type OriginMember } from './shared-origins.ts';
import { createTokenSource } from './token.ts';
import { getDirectSend } from './transports/direct-send.ts';
import { iterateWalletHistory, type WalletHistoryRequest, type WalletHistoryPage } from './wallet-history.ts';

/**
 * The names of the methods of the client. The login is not a method, because the client calls it
 * automatically.
 */
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
 * - `gateway-unreachable`: no response arrived; nothing was processed, or the operation only reads
 * (`retryable`)
 * - `gateway-busy`: HTTP 429, and nothing was processed (`retryable`)
 * - `outcome-unknown`: an operation that creates something may have been processed. Query the outcome before
 * you send the request again
 * - `invalid-response`: an operation that only reads received an invalid response (`InvalidResponseError`)
 */
export interface GatewayClient extends GatewayCalls {
  /**
   * Creates a payment. The response has the redirect for the shopper's browser. `amount` is in minor units.
   */
  readonly requestPayment: GatewayCalls['requestPayment'];
  /** Queries a payment by `transactionNumber`, `sessionNumber` or both. */
  readonly queryPayment: GatewayCalls['queryPayment'];
  /**
   * Creates a hosted session, in which the shopper can try again until it expires. `amount` is in minor
   * units.
   */
  readonly initialSession: GatewayCalls['initialSession'];
  /** Lists the channels of the merchant. */
  readonly getChannels: GatewayCalls['getChannels'];
  /** Lists the banks of a channel with `isProviderHostChannel`. */
  readonly getProviderChannels: GatewayCalls['getProviderChannels'];
  /** Lists the banks of payouts. `channelId` is a payout channel of the profile. */
  readonly getPayoutBanks: GatewayCalls['getPayoutBanks'];
  /**
   * Sends money to a bank account, a mobile number or an ID. `channelId` is a payout channel of the profile.
   * `amount` is in minor units. `providerChannelId` determines the required fields of `customer` (see
   * `payoutViolations` of `@pgw/protocol`).
   */
  readonly payout: GatewayCalls['payout'];
  /**
   * Authorizes, charges, captures or verifies a card for an existing transaction (see `authType`). `amount`
   * is in minor units.
   */
  readonly processPayment: GatewayCalls['processPayment'];
  /** Refunds a paid payment. `amount` is in minor units. Without `amount`, the whole payment is refunded. */
  readonly refundPayment: GatewayCalls['refundPayment'];
  /**
   * Queries a refund by the transaction number of the payment. Rejects with fault 2010 until the refund is
   * processed.
   */
  readonly queryRefund: GatewayCalls['queryRefund'];
  /** Lists the wallets of the merchant. Balances are decimals, not minor units. */
  readonly inquiryWallet: GatewayCalls['inquiryWallet'];
  /**
   * Lists at most 100 entries of a wallet's history. Pass `nextRecords` of the previous page as `nextRecord`.
   */
  readonly queryWalletHistory: GatewayCalls['queryWalletHistory'];
  /**
   * Iterates over the pages of a wallet's history. Each step fetches one page. Amounts are decimals, not
   * minor units.
   */
  walletHistory(
    input: WalletHistoryRequest,
    options?: CallOptions,
  ): AsyncGenerator<WalletHistoryPage, void, undefined>;
  /**
   * The operations that move money, as methods that never throw. They resolve with one of four outcomes:
   * `done`, `rejected`, `not-sent` or `unknown`.
   */
  readonly attempt: GatewayAttempts;
  /**
   * Returns true when the signature of a callback is valid for this callback URL and one of the merchant's
   * secrets. Pass the URL that was stored with the payment. Never build the URL from the Host header of the
   * request. A callback with a valid signature may be a replay.
   */
  verifyCallback(callback: ReceivedCallback, callbackUrl: string): boolean;
  /**
   * Returns the number of callbacks that each secret has verified since the client was created, in the order
   * of the option `secretKey`. When the count of an old secret no longer increases, you can remove the
   * secret.
   */
  verifiedCallbacks(): readonly number[];
  /** The circuit breaker. While it is open, every method rejects immediately with `gateway-unreachable`. */
  readonly circuit: GatewayCircuit;
  /** The profile of the gateway. */
  readonly profile: GatewayProfile;
  /** The normalized URL of the gateway. */
  readonly baseUrl: string;
  /** Whether payments move real money: the option `environment`, or its default. */
  readonly environment: GatewayEnvironment;
  /** The merchant ID. */
  readonly merchantId: string;
  /**
   * Derives a key of 32 bytes from the merchant's secret by HKDF-SHA256 (RFC 5869), one key for each purpose.
   * The key does not reveal the secret. The gateway also has the secret, so it could derive the same key.
   */
  deriveKey(purpose: string): Uint8Array;
  /**
   * Derives the keys of the previous secrets, in the order of the option `secretKey`. Use them to read data
   * that was stored before the secret was replaced.
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
  return connectClient(options, new SharedOrigins());
}

/** Clients of several merchants. Those of one origin share its connections and its circuit. */
export interface GatewayGroup {
  /**
   * Creates the client of a merchant, like `createGatewayClient`. The options `circuit` and `keepAliveMs` of the first client of an
   * origin apply to all. HTTP 429 refuses one merchant, so it does not open the circuit. `close` of a client closes no connection.
   */
  createClient(options: GatewayClientOptions): GatewayClient;
  /** Closes the sockets of all clients. Later requests reject. */
  close(): Promise<void>;
}

const groupArguments = z.object({
  onCircuit: z.custom((value) => typeof value === 'function', 'must be a function (origin, circuit) => …'),
});

/** Creates a group of clients. `onCircuit` is called with the circuit of each origin. */
export function createGatewayGroup(onCircuit: CircuitListener = () => undefined): GatewayGroup {
  requireArgument(groupArguments, { onCircuit }, 'createGatewayGroup');
  const origins = new SharedOrigins(onCircuit);
  return {
    createClient: (options) => connectClient(options, origins),
    close: () => origins.close(),
  };
}

function connectClient(options: GatewayClientOptions, origins: SharedOrigins): GatewayClient {
  const { credentials, secretKey: acceptedSecrets, profile, circuit, ...parsed } = parseOptions(options);
  const overrides = readTestOverrides(options);
  const secrets = createSecrets(acceptedSecrets, overrides.now);
  const resolvedProfile = gatewayProfile(profile);
  const probeTimeoutMs = Math.min(parsed.timeoutMs, maxProbeTimeoutMs);
  const member: OriginMember = {
    probe: () => call(context, { ...probe, tokens, options: { timeoutMs: probeTimeoutMs } }),
  };
  const origin = origins.join(member, { ...parsed, circuit: { ...circuit, ...overrides } });
  const context: ClientContext = {
    ...parsed,
    ...overrides,
    secret: secrets.keys[0],
    secrets: secrets.keys,
    profile: resolvedProfile,
    urls: buildUrls(parsed.baseUrl, resolvedProfile),
    pendingCalls: new PendingCalls(),
    send: getDirectSend(origin.transport),
    onExchange: parsed.onExchange,
    circuit: origin.circuit,
  };
  const tokens = createTokenSource({
    credentials,
    now: overrides.now,
    authenticate: async (userNameOrEmailAddress, password) => {
      const login = { endpoint: endpoints.authenticate, input: { userNameOrEmailAddress, password } };
      const { accessToken, expireInSeconds } = await call(context, login);
      return { accessToken: new Redacted(accessToken), expireInSeconds };
    },
  });
  const callEndpoint: EndpointCall = (endpoint, input, callOptions) =>
    call(context, { endpoint, input, tokens, options: callOptions });
  const calls = createMethods(callEndpoint);
  return {
    ...calls,
    walletHistory: (input, callOptions) => iterateWalletHistory(calls.queryWalletHistory, input, callOptions),
    attempt: createAttempts(callEndpoint),
    ...secrets.methods,
    circuit: context.circuit,
    profile: context.profile,
    baseUrl: parsed.baseUrl,
    environment: parsed.environment ?? guessEnvironment(parsed.baseUrl),
    merchantId: parsed.merchantId,
    async close() {
      origins.leave(member, origin);
      await context.pendingCalls.whenEnded();
      await origins.closeUnused(origin);
    },
  };
}

/** A query for a transaction that does not exist. A working gateway responds with a fault. */
const probe = { endpoint: endpoints.queryPayment, input: { transactionNumber: '0' }, isProbe: true } as const;

/** A gateway that does not respond to a probe in this time is still unavailable. */
const maxProbeTimeoutMs = 5_000;

function buildUrls(baseUrl: string, profile: GatewayProfile): ClientContext['urls'] {
  const entries = Object.values(endpoints).map(({ name }) => [name, endpointUrl(baseUrl, name, profile)]);
  // The entries have the name of every endpoint. `fromEntries` loses this type.
  return Object.fromEntries(entries) as ClientContext['urls'];
}

type EndpointCall = (endpoint: Endpoint, input: unknown, options?: CallOptions) => Promise<unknown>;

function createMethods(callEndpoint: EndpointCall): GatewayCalls {
  const { authenticate: _login, ...operations } = endpoints;
  const entries = Object.values(operations).map((endpoint: Endpoint) => {
    const method = hasInput(endpoint)
      ? (input: unknown, options?: CallOptions) => callEndpoint(endpoint, input, options)
      : (options?: CallOptions) => callEndpoint(endpoint, {}, options);
    return [endpoint.name, method];
  });
  // Each method has the name of its endpoint. `fromEntries` loses this type.
  return Object.fromEntries(entries) as GatewayCalls;
}

function createAttempts(callEndpoint: EndpointCall): GatewayAttempts {
  const entries = attemptNames.map((name) => {
    const attempt = (input: unknown, options?: CallOptions) =>
      toOutcome(() => callEndpoint(endpoints[name], input, options));
    return [name, attempt];
  });
  // Each attempt has the name of its endpoint. `fromEntries` loses this type.
  return Object.fromEntries(entries) as GatewayAttempts;
}

/** Returns false when a request has only fields that the client adds: the timestamp and an optional merchant ID. */
function hasInput({ request: { shape } }: Endpoint): boolean {
  const { timestamp: _timestamp, tenantId, ...others } = shape;
  const isTenantRequired = tenantId !== undefined && !tenantId.safeParse(undefined).success;
  return isTenantRequired || Object.keys(others).length > 0;
}
