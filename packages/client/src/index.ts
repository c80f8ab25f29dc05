// The client
export {
  createGatewayClient,
  type CallName,
  type GatewayCalls,
  type GatewayClient,
} from './gateway-client.ts';
export type { CallOptions, GatewayAnswer, GatewayInput, GatewayMethod } from './call.ts';
export type { Credentials, GatewayClientOptions } from './options.ts';

// Watching and replacing what travels
export type { Exchange, ExchangeHook, ExchangeOutcome } from './exchange.ts';
export {
  pooledTransport,
  TransportError,
  type Transport,
  type TransportAnswer,
  type TransportErrorOptions,
  type TransportFailure,
  type TransportRequest,
} from './transport.ts';

// What calls reject with
export { GatewayFaultError, InvalidRequestError, PgwError, type PgwErrorCode } from '@pgw/protocol';
