// The client
export {
  createGatewayClient,
  createGatewayGroup,
  type CallName,
  type GatewayCalls,
  type GatewayClient,
  type GatewayGroup,
} from './gateway-client.ts';
export type {
  CallOptions,
  GatewayCallTrace,
  GatewayResponse,
  GatewayRequest,
  GatewayMethod,
} from './call.ts';
export { rawResponseOf, type RawResponse } from './response/raw-response.ts';
export type { WalletHistoryRequest, WalletHistoryPage } from './wallet-history.ts';
export type {
  CircuitOptions,
  Credentials,
  GatewayClientOptions,
  GatewayEnvironment,
  PreviousSecret,
} from './options.ts';
export type { CircuitState, GatewayCircuit } from './circuit-breaker.ts';
export type { CircuitListener } from './shared-origins.ts';

// The outcome of an operation that moves money
export type {
  AttemptName,
  DoneOutcome,
  GatewayAttempts,
  NotSentOutcome,
  Outcome,
  RejectedOutcome,
  UnknownOutcome,
} from './attempt.ts';

// Observing and replacing the transport
export type { Exchange, ExchangeHook, ExchangeOutcome } from './exchange.ts';
export { dispatcherTransport } from './transports/dispatcher-transport.ts';
export { pooledTransport } from './transports/pooled-transport.ts';
export type { PoolOptions } from './transports/connection-pool.ts';
export { fetchTransport, type Fetch } from './transports/fetch-transport.ts';
export {
  TransportError,
  type Transport,
  type TransportResponse,
  type TransportErrorOptions,
  type ConnectionChoice,
  type TransportFailure,
  type TransportRequest,
} from './transports/transport.ts';

// Errors
export {
  GatewayFaultError,
  InvalidResponseError,
  InvalidRequestError,
  PgwError,
  type PgwErrorCode,
  type Violation,
} from '@pgw/protocol';
