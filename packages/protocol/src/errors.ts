import type { FaultReading, ValidationError } from './envelope.ts';
import { fault, type FaultInfo } from './faults.ts';
import type { EndpointName } from './profile.ts';

/** The family of codes. Stable: programs may switch on them. */
export type PgwErrorCode =
  /** A value breaks a rule of the interface; nothing was sent. */
  | 'invalid-request'
  /** The options given at boot are incomplete or unsafe. */
  | 'invalid-configuration'
  /** The gateway computed another signature than ours. */
  | 'signature-rejected'
  /** The gateway did not accept the credentials or the token. */
  | 'unauthorized'
  /** The gateway understood the call and refused it; see `fault`. */
  | 'gateway-fault'
  /** No connection was made, or the gateway is known to be down, so nothing was processed. */
  | 'gateway-unreachable'
  /** The gateway refused the call because it gets too many (HTTP 429), so nothing was processed. */
  | 'gateway-busy'
  /** The call was cut or timed out after it may have been processed. */
  | 'outcome-unknown'
  /** The gateway answered something that is not an answer of the interface. */
  | 'invalid-response'
  /** The store that keeps payments cannot be reached; nothing was written. */
  | 'store-unavailable';

export interface PgwErrorOptions {
  readonly cause?: unknown;
  /** True when nothing was processed and the same call may be sent again. */
  readonly retryable?: boolean;
  /** Ids that may be logged: endpoint, reference, transaction number. Never a secret, a token or a card. */
  readonly ids?: Readonly<Record<string, string | number>>;
  /** Milliseconds after which the other side asked to be called again. */
  readonly retryAfterMs?: number;
}

/**
 * The one error that our packages throw. `code` is stable, `message` says what failed, the likely cause and the next
 * step, `ids` may be logged. It never holds a secret, a token, a card or a whole body.
 */
export class PgwError extends Error {
  override readonly name: string = 'PgwError';
  readonly code: PgwErrorCode;
  readonly retryable: boolean;
  readonly ids: Readonly<Record<string, string | number>>;
  readonly retryAfterMs: number | undefined;

  constructor(code: PgwErrorCode, message: string, options: PgwErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.ids = options.ids ?? {};
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** One rule that a value breaks, and where. */
export interface Violation {
  /** Path of the field, as `customer.email`; empty for the value itself. */
  readonly path: string;
  readonly message: string;
}

/** A request that breaks rules of the interface. Nothing was sent. */
export class InvalidRequestError extends PgwError {
  override readonly name = 'InvalidRequestError';
  readonly violations: readonly Violation[];

  constructor(subject: string, violations: readonly Violation[], options: PgwErrorOptions = {}) {
    super('invalid-request', `${subject}: ${listViolations(violations)}. Nothing was sent.`, options);
    this.violations = violations;
  }
}

export interface InvalidResponseErrorOptions extends Pick<PgwErrorOptions, 'ids'> {
  /** HTTP status of the answer; undefined when the answer was too long to be read. */
  readonly httpStatus: number | undefined;
  /** The rules that the answer breaks, one entry a field. Empty when the answer has no fields, as one that is not JSON. */
  readonly violations: readonly Violation[];
}

/**
 * Error thrown when the gateway answered, and the answer cannot be read as an answer of the interface: it is not JSON, it
 * breaks the schema of the endpoint, or it is too long. The connection was not lost.
 *
 * `code` is `invalid-response` for a call that only reads. It is `outcome-unknown` for a call that creates something or moves
 * money: the gateway may have processed it, so query before sending it again.
 */
export class InvalidResponseError extends PgwError {
  override readonly name = 'InvalidResponseError';
  readonly httpStatus: number | undefined;
  readonly violations: readonly Violation[];

  constructor(
    code: 'invalid-response' | 'outcome-unknown',
    message: string,
    { httpStatus, violations, ...options }: InvalidResponseErrorOptions,
  ) {
    super(code, message, options);
    this.httpStatus = httpStatus;
    this.violations = violations;
  }
}

/** A refusal as the gateway worded it. */
export interface GatewayFault extends FaultInfo {
  readonly code: number;
  readonly gatewayMessage: string;
  /** What the gateway said beyond its message. */
  readonly details: string | undefined;
  /** The fields that the gateway refuses; empty when it lists none. */
  readonly validationErrors: readonly ValidationError[];
}

/** What a {@link GatewayFaultError} is made of: the words of the gateway, as short as the caller wants them quoted. */
export type FaultWords = Pick<FaultReading, 'code' | 'message'> &
  Partial<Pick<FaultReading, 'details' | 'validationErrors'>> & {
    /** Endpoint that answered so; the meaning of a code may depend on it. */
    readonly endpoint?: EndpointName;
  };

/** A refusal of the gateway, with its code. */
export class GatewayFaultError extends PgwError {
  override readonly name = 'GatewayFaultError';
  readonly fault: GatewayFault;

  constructor(subject: string, words: FaultWords, options: PgwErrorOptions = {}) {
    const { code, message: gatewayMessage, details, validationErrors = [] } = words;
    const info = fault(code, words.endpoint);
    const fields = validationErrors.map(({ message }) => message).join('; ');
    const said = fields === '' ? `"${gatewayMessage}"` : `"${gatewayMessage}" (${fields})`;
    super(
      'gateway-fault',
      `${subject} was refused by the gateway: ${code} ${info.name}, ${said}. ${info.meaning}`,
      options,
    );
    this.fault = { ...info, code, gatewayMessage, details, validationErrors };
  }
}

/** Violations on one line, as `customer.email must have at most 150 characters; amount must be above 0`. */
export function listViolations(violations: readonly Violation[]): string {
  return violations.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ');
}
