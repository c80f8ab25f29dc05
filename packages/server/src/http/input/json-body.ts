import { decodeUtf8, formatViolations, violationsOf, parseInput } from '@pgw/protocol/internal';
import type * as z from '@pgw/protocol/zod';
import { CheckoutProblem } from '../../model/problem.ts';
import type { HttpRequest } from '../request.ts';
import { readMediaType } from './negotiation.ts';

/** The error contains no values of the body. */
export async function readJson<Body>(request: HttpRequest, schema: z.ZodType<Body>): Promise<Body> {
  // A page of another site cannot send this type without a CORS preflight, so it cannot start payments.
  if (readMediaType(request) !== 'application/json') {
    throw new CheckoutProblem(
      'invalid-request',
      'The body must be JSON, with Content-Type: application/json.',
    );
  }
  const result = parseInput(schema, parseJson(await request.readBody()));
  if (!result.success) {
    throw new CheckoutProblem(
      'invalid-request',
      `The body: ${formatViolations(violationsOf(result.error))}.`,
    );
  }
  return result.data;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(decodeUtf8(bytes) ?? '');
  } catch {
    throw new CheckoutProblem('invalid-request', 'The body is not JSON.');
  }
}
