import { invalidSignatureCode, type Violation } from '@pgw/protocol';
import { isObject } from './names.ts';

/** An answer of the gateway: status and JSON body. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A call that the gateway refuses; carries the answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`The gateway refused with HTTP ${answer.status}.`);
    this.answer = answer;
  }
}

interface Fault {
  readonly code: number;
  readonly message: string;
  readonly details?: string;
  readonly validationErrors?: readonly { readonly message: string; readonly members: readonly string[] }[];
}

/** A result in the envelope of the service. */
export function wrapped(result: unknown): Answer {
  return {
    status: 200,
    body: {
      result,
      targetUrl: null,
      success: true,
      error: null,
      unAuthorizedRequest: false,
      __abp: true,
    },
  };
}

/** A refusal with a code of the interface, HTTP 400 (observed S: an unknown transaction). */
export function refuse(code: number, message: string): Refusal {
  return new Refusal(faulty(400, { code, message }));
}

/** A fault as the refund endpoints report it: bare, with its status. What else it says of the request stays beside it. */
export function bare(answer: Answer): Answer {
  const { status, body } = answer;
  if (!isObject(body) || !isObject(body['error'])) return answer;
  const said = Object.entries(body['error']).filter(([, value]) => value !== null);
  return { status, body: Object.fromEntries(said) };
}

/** The rules that a request breaks, in the service's own form. */
export function refuseInvalid(violations: readonly Violation[]): Refusal {
  const validationErrors = violations.map(({ path, message }) => ({
    message: `${path} ${message}`.trim(),
    members: [path],
  }));
  const list = validationErrors.map(({ message }) => ` - ${message}`).join('\r\n');
  return new Refusal(
    faulty(400, {
      code: 0,
      message: 'Your request is not valid!',
      details: `The following errors were detected during validation.\r\n${list}\r\n`,
      validationErrors,
    }),
  );
}

/** No token, an expired one, or one of another merchant (observed C: HTTP 401). */
export function refuseUnauthorized(): Refusal {
  return new Refusal(
    faulty(401, { code: 0, message: 'Current user did not login to the application!' }, true),
  );
}

/** Wrong user name or password. */
export function refuseLogin(): Refusal {
  return new Refusal(
    faulty(401, { code: 0, message: 'Login failed!', details: 'Invalid user name or password' }, true),
  );
}

/**
 * How a rejected signature is reported. `captured`: inside `result` with `success: true` (observed S). The other two are the
 * interface's: inside `result` or as `error`, with `unAuthorizedRequest`.
 */
export type SignatureRefusalForm = 'captured' | 'interface-result' | 'interface-error';

/** A missing or wrong signature. */
export function refuseSignature(form: SignatureRefusalForm): Refusal {
  const fault = { code: invalidSignatureCode, message: 'Invalid Signature.' };
  const isCaptured = form === 'captured';
  const isError = form === 'interface-error';
  return new Refusal({
    status: 400,
    body: {
      result: isError ? null : fault,
      targetUrl: null,
      success: isCaptured,
      error: isError ? fault : null,
      unAuthorizedRequest: !isCaptured,
      __abp: true,
    },
  });
}

/** A failure that says nothing more, in the service's envelope. */
export function faulty(status: number, fault: Fault, unAuthorizedRequest = false): Answer {
  return {
    status,
    body: {
      result: null,
      targetUrl: null,
      success: false,
      error: {
        code: fault.code,
        message: fault.message,
        details: fault.details ?? null,
        validationErrors: fault.validationErrors ?? null,
      },
      unAuthorizedRequest,
      __abp: true,
    },
  };
}
