import type { z } from 'zod';
import type { FaultContent, ValidationError } from './gateway/envelope.ts';
import { fault, type FaultInfo } from './gateway/faults.ts';
import type { EndpointName } from './gateway/profile.ts';

/** The codes of {@link PgwError}. They are stable, so a program may branch on them. */
export type PgwErrorCode =
  /** A field of the request is invalid. Nothing was sent. What to do: correct the input. `violations` names each field and its rule. */
  | 'invalid-request'
  /**
   * The options of a constructor or function are incomplete or unsafe. What to do: correct the option, or the entry of the profile, that the message
   * names.
   */
  | 'invalid-configuration'
  /** The gateway computed a different signature. What to do: run `pgw doctor`, then `pgw verify --explain`. */
  | 'signature-rejected'
  /** The gateway did not accept the credentials or the token. What to do: check the credentials and the merchant ID. */
  | 'unauthorized'
  /**
   * The gateway refused the request. See `fault` of {@link GatewayFaultError}. What to do: see its code in
   * docs/errors.md#handle-a-refusal-of-the-gateway.
   */
  | 'gateway-fault'
  /**
   * The client could not connect, or its circuit breaker is open. Nothing was processed. A call that only reads has this code also without a
   * response, and after HTTP 5xx. What to do: try again, after `retryAfterMs` if it is set.
   */
  | 'gateway-unreachable'
  /**
   * The gateway received too many requests (HTTP 429). Nothing was processed. `refundPayment` and `processPayment` have `outcome-unknown` instead.
   * What to do: try again, after `retryAfterMs` if it is set.
   */
  | 'gateway-busy'
  /**
   * The gateway may have processed the request: the connection was lost, the request timed out, or the response is HTTP 5xx or invalid. What to do:
   * query first, and never send it again without a query.
   */
  | 'outcome-unknown'
  /**
   * The response to a call that only reads is no JSON, is too long, or does not match the schema of the endpoint. What to do: check the base URL and
   * the profile.
   */
  | 'invalid-response'
  /**
   * The store cannot be reached, is damaged, or its disk is full. Only the checkout throws it. What to do: check the database and the free space of
   * its disk.
   */
  | 'store-unavailable'
  /**
   * The store belongs to another merchant, or to the merchant at another gateway. Nothing was read or written. Only the checkout throws it. What to
   * do: see the health problem `wrong-account`.
   */
  | 'wrong-account'
  /**
   * The shop could not give the data of an account. Nothing was read or written. Only the checkout throws it. What to do: see the event
   * `account-unavailable`.
   */
  | 'account-unavailable';

/** Options of the constructor of {@link PgwError}. */
export interface PgwErrorOptions {
  /** The error that caused this one. */
  readonly cause?: unknown;
  /** True when nothing was processed and the same request may be sent again. Default false. */
  readonly retryable?: boolean | undefined;
  /**
   * Ids that may be logged: endpoint, reference, transaction number. Never a secret, a token or a card.
   * Default none.
   */
  readonly ids?: Readonly<Record<string, string | number>> | undefined;
  /** Time to wait before the next request, in milliseconds, from the `Retry-After` header. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * The base class of the errors of all pgw packages. `code` is stable. `message` describes the failed
 * operation, the likely cause and the next step. You may log `ids`. The error never contains a secret, a
 * token, a card or a whole body.
 */
export class PgwError extends Error {
  /** The name of the class. It is in the first line of the stack. */
  override readonly name: string = 'PgwError';
  /** What happened. The code is stable, so a program may branch on it. */
  readonly code: PgwErrorCode;
  /** True when nothing was processed and the same request may be sent again. */
  readonly retryable: boolean;
  /** Ids that may be logged: endpoint, reference, transaction number. Never a secret, a token or a card. */
  readonly ids: Readonly<Record<string, string | number>>;
  /** Time to wait before the next request, in milliseconds. Undefined when the gateway sent no `Retry-After`. */
  readonly retryAfterMs: number | undefined;

  constructor(code: PgwErrorCode, message: string, options: PgwErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.ids = options.ids ?? {};
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** An invalid field and the reason. */
export interface Violation {
  /** Path of the field, such as `customer.email`. It is empty for the whole value. */
  readonly path: string;
  /** The rule, such as `must have at most 150 characters`. */
  readonly message: string;
}

/**
 * Error thrown when a request has invalid fields. Nothing was sent. `code` is `invalid-request`. The message
 * begins with `subject`, such as the name of the operation.
 */
export class InvalidRequestError extends PgwError {
  /** The name of the class. */
  override readonly name = 'InvalidRequestError';
  /** The invalid fields, at least one. */
  readonly violations: readonly Violation[];

  constructor(subject: string, violations: readonly Violation[], options: PgwErrorOptions = {}) {
    super('invalid-request', `${subject}: ${formatViolations(violations)}. Nothing was sent.`, options);
    this.violations = violations;
  }
}

/** Options of the constructor of {@link InvalidResponseError}. */
export interface InvalidResponseErrorOptions extends Pick<PgwErrorOptions, 'ids'> {
  /** HTTP status of the response. Undefined when the response was too long. */
  readonly httpStatus: number | undefined;
  /** The invalid fields. Empty when the response is not JSON. */
  readonly violations: readonly Violation[];
}

/**
 * Error thrown when a response of the gateway is not JSON, does not match the schema of the endpoint, or is
 * too long.
 *
 * `code` is `invalid-response` for an operation that only reads. `code` is `outcome-unknown` for an operation
 * that creates something or moves money. In the second case, the gateway may have processed the request.
 * Query the payment before you send the request again.
 */
export class InvalidResponseError extends PgwError {
  /** The name of the class. */
  override readonly name = 'InvalidResponseError';
  /** HTTP status of the response. Undefined when the response was too long. */
  readonly httpStatus: number | undefined;
  /** The invalid fields. Empty when the response is not JSON or was too long. */
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

/** A fault of the gateway, with its meaning. */
export interface GatewayFault extends FaultInfo {
  /** The fault code of the gateway. */
  readonly code: number;
  /** The message of the gateway, unchanged. */
  readonly gatewayMessage: string;
  /** Additional text of the gateway, if any. */
  readonly details: string | undefined;
  /** The validation errors. Empty when the gateway lists none. */
  readonly validationErrors: readonly ValidationError[];
}

/**
 * The data for a {@link GatewayFaultError}. Shorten long texts of the gateway before you create the error.
 */
export type FaultInput = Pick<FaultContent, 'code' | 'message'> &
  Partial<Pick<FaultContent, 'details' | 'validationErrors'>> & {
    /** The endpoint that returned the fault. The meaning of a code may depend on it. */
    readonly endpoint?: EndpointName | undefined;
  };

/**
 * Error thrown when the gateway refused a request. `code` is `gateway-fault`, and `fault` has the code of the
 * gateway. The message begins with `subject`, such as the name of the operation.
 */
export class GatewayFaultError extends PgwError {
  /** The name of the class. */
  override readonly name = 'GatewayFaultError';
  /** The fault: its code, the texts of the gateway, its meaning and the next step. */
  readonly fault: GatewayFault;

  constructor(subject: string, input: FaultInput, options: PgwErrorOptions = {}) {
    const { code, message: gatewayMessage, details, validationErrors = [] } = input;
    const info = fault(code, input.endpoint);
    const fields = validationErrors.map(({ message }) => message).join('; ');
    const quotedMessage = fields === '' ? `"${gatewayMessage}"` : `"${gatewayMessage}" (${fields})`;
    super(
      'gateway-fault',
      `${subject} was refused by the gateway: ${code} ${info.name}, ${quotedMessage}. ${info.meaning}`,
      options,
    );
    this.fault = { ...info, code, gatewayMessage, details, validationErrors };
  }
}

/** Formats violations on one line, such as `customer.email must have at most 150 characters; amount must be above 0`. */
export function formatViolations(violations: readonly Violation[]): string {
  return violations.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ');
}

/** Converts the error of a zod schema to violations, one for each invalid field. */
export function violationsOf(error: z.ZodError): Violation[] {
  return error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }));
}
