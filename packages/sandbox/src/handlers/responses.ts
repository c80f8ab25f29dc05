import type { EndpointName, Violation } from '@pgw/protocol';
import { invalidSignatureCode, undocumentedCode, isObject } from '@pgw/protocol/internal';
import type { SandboxPreset } from '../presets.ts';

// In this package, words in parentheses such as "public clients" are the source of a fact. The sources are in
// docs/gateway-profile.md.

export interface HttpResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Error for a request that the gateway refuses. It contains the response to send. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly response: HttpResponse;

  constructor(response: HttpResponse) {
    super(`The gateway refused with HTTP ${response.status}.`);
    this.response = response;
  }
}

/** The error of a refused request, as the gateway describes it. */
interface Fault {
  readonly code: number;
  readonly message: string;
  readonly details?: string | undefined;
  readonly validationErrors?: readonly { readonly message: string; readonly members: readonly string[] }[];
}

interface EnvelopeMembers {
  readonly result?: unknown;
  readonly success: boolean;
  readonly error?: unknown;
  readonly unAuthorizedRequest?: boolean;
}

function createEnvelope({
  result = null,
  success,
  error = null,
  unAuthorizedRequest = false,
}: EnvelopeMembers) {
  return { result, targetUrl: null, success, error, unAuthorizedRequest, __abp: true };
}

export function wrapInEnvelope(result: unknown): HttpResponse {
  return { status: 200, body: createEnvelope({ result, success: true }) };
}

/** HTTP 400, as on a staging gateway for an unknown transaction. */
export function createRefusal(code: number, message: string): Refusal {
  return new Refusal(createErrorResponse(400, { code, message }));
}

/** The refund endpoints have no envelope. The HTTP status and the other details are kept. */
export function removeEnvelope(response: HttpResponse): HttpResponse {
  const { status, body } = response;
  if (!isObject(body) || !isObject(body['error'])) return response;
  const members = Object.entries(body['error']).filter(([, value]) => value !== null);
  return { status, body: Object.fromEntries(members) };
}

/** Lists the violated rules in the gateway's error format. A violation of the whole body has an empty path. */
export function createInvalidRequestRefusal(violations: readonly Violation[]): Refusal {
  const validationErrors = violations.map(({ path, message }) => ({
    message: `${path} ${message}`.trim(),
    members: [path],
  }));
  const list = validationErrors.map(({ message }) => ` - ${message}`).join('\r\n');
  return new Refusal(
    createErrorResponse(400, {
      code: undocumentedCode,
      message: 'Your request is not valid!',
      details: `The following errors were detected during validation.\r\n${list}\r\n`,
      validationErrors,
    }),
  );
}

/** Creates a refusal for a token that is missing, expired or of another merchant (public clients: HTTP 401). */
export function createUnauthorizedRefusal(): Refusal {
  return new Refusal(
    createErrorResponse(401, {
      code: undocumentedCode,
      message: 'Current user did not login to the application!',
    }),
  );
}

/** Creates a refusal for a wrong user name or password. */
export function createLoginRefusal(): Refusal {
  return new Refusal(
    createErrorResponse(401, {
      code: undocumentedCode,
      message: 'Login failed!',
      details: 'Invalid user name or password',
    }),
  );
}

/** The endpoints that report a wrong signature inside `result` (interface document, section Errors). */
const endpointsWithFaultInResult: readonly EndpointName[] = ['payout', 'inquiryWallet', 'queryWalletHistory'];

/** As observed, the fault is inside `result`, and `success` is true. The preset `document` has the documented form. */
export function createSignatureRefusal(endpoint: EndpointName, preset: SandboxPreset): Refusal {
  const fault = { code: invalidSignatureCode, message: 'Invalid Signature.' };
  const isObserved = preset !== 'document';
  const isError = !isObserved && !endpointsWithFaultInResult.includes(endpoint);
  return new Refusal({
    status: 400,
    body: createEnvelope({
      [isError ? 'error' : 'result']: fault,
      success: isObserved,
      unAuthorizedRequest: !isObserved,
    }),
  });
}

/** An error of the interface document has a code and a message only, so the message contains the details. */
export function toPresetForm(response: HttpResponse, preset: SandboxPreset): HttpResponse {
  const { status, body } = response;
  if (preset !== 'document' || !isObject(body) || !isObject(body['error'])) return response;
  const { code, message, details } = body['error'];
  const text = typeof details === 'string' ? `${String(message)} ${details}`.trim() : message;
  return { status, body: { ...body, error: { code, message: text } } };
}

/** Creates an error response in the envelope of the gateway. */
export function createErrorResponse(status: number, fault: Fault): HttpResponse {
  const { code, message, details = null, validationErrors = null } = fault;
  const error = { code, message, details, validationErrors };
  return { status, body: createEnvelope({ success: false, error, unAuthorizedRequest: status === 401 }) };
}
