import { decodeUtf8, formatViolations, violationsOf, parseOften, parseJson } from '@pgw/protocol/internal';
import type * as z from '@pgw/protocol/zod';
import { CheckoutProblem } from '../../model/problem.ts';
import type { HttpRequest, RequestSource } from '../route.ts';

/** The error contains no values of the body. */
export async function readJson<Body>(
  request: HttpRequest,
  schema: z.ZodType<Body>,
  mediaType = 'application/json',
): Promise<Body> {
  // A page of another site cannot send this type without a CORS preflight, so it cannot start payments.
  if (readMediaType(request) !== mediaType) {
    throw new CheckoutProblem('invalid-request', `The body must be JSON, with Content-Type: ${mediaType}.`);
  }
  const json = parseJson(decodeUtf8(await request.readBody()));
  if (json === undefined) throw new CheckoutProblem('invalid-request', 'The body is not JSON.');
  const result = parseOften(schema, json);
  if (!result.success) {
    throw new CheckoutProblem(
      'invalid-request',
      `The body: ${formatViolations(violationsOf(result.error))}.`,
    );
  }
  return result.data;
}

/** A parser of forms, such as `express.urlencoded()`, may have read the body first. */
export async function readFormFields(request: HttpRequest): Promise<URLSearchParams> {
  const { parsedForm } = request;
  if (parsedForm !== undefined)
    return toFields(
      Object.entries(parsedForm).flatMap(([name, value]) =>
        [value].flat().map((text): [string, unknown] => [name, text]),
      ),
    );
  const bytes = await request.readBody();
  return readMediaType(request) === 'multipart/form-data'
    ? readMultipart(bytes, request.header('content-type') ?? '')
    : new URLSearchParams(bytes.toString('utf8'));
}

/** Returns the media type of the body in lower case, without its parameters. */
export function readMediaType(request: RequestSource): string {
  const [mediaType = ''] = (request.header('content-type') ?? '').split(';');
  return mediaType.trim().toLowerCase();
}

/** Reads a form with `enctype="multipart/form-data"` by the parser of Node's `fetch`. Files are ignored. */
async function readMultipart(bytes: Buffer, contentType: string): Promise<URLSearchParams> {
  try {
    const response = new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } });
    return toFields([...(await response.formData())]);
  } catch (cause) {
    throw new CheckoutProblem('invalid-request', 'The form is not valid multipart/form-data.', { cause });
  }
}

/** Other values than text, such as files, are ignored. A field that is repeated has several entries. */
function toFields(entries: readonly (readonly [string, unknown])[]): URLSearchParams {
  return new URLSearchParams(
    entries.flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}
