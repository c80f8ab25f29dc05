import { CheckoutProblem } from '../../model/problem.ts';
import type { HttpRequest } from '../request.ts';
import { readMediaType } from './negotiation.ts';

/** A parser of forms, such as `express.urlencoded()`, may have read the body first. */
export async function readFormFields(request: HttpRequest): Promise<URLSearchParams> {
  if (request.parsedForm !== undefined) return toFields(request.parsedForm);
  const bytes = await request.readBody();
  return readMediaType(request) === 'multipart/form-data'
    ? readMultipart(bytes, request.header('content-type') ?? '')
    : new URLSearchParams(bytes.toString('utf8'));
}

/** Reads a form with `enctype="multipart/form-data"` by the parser of Node's `fetch`. Files are ignored. */
async function readMultipart(bytes: Buffer, contentType: string): Promise<URLSearchParams> {
  try {
    const response = new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } });
    return toTextFields([...(await response.formData())]);
  } catch (cause) {
    throw new CheckoutProblem('invalid-request', 'The form is not valid multipart/form-data.', { cause });
  }
}

function toFields(body: Readonly<Record<string, unknown>>): URLSearchParams {
  const entries = Object.entries(body).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((text: unknown): [string, unknown] => [name, text]),
  );
  return toTextFields(entries);
}

/** Other values than text, such as files, are ignored. A field that is repeated has several entries. */
function toTextFields(entries: readonly (readonly [string, unknown])[]): URLSearchParams {
  return new URLSearchParams(
    entries.flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}
