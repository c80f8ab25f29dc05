import type { Request } from 'express';
import { readRawBody } from './raw-body.ts';

/**
 * Reads the fields of a form. A parser of forms, such as `express.urlencoded()`, may have read the body first.
 *
 * @throws CheckoutProblem with the codes of {@link readRawBody}.
 */
export async function readFormFields(req: Request): Promise<URLSearchParams> {
  const parsed: unknown = req.body;
  if (isObject(parsed) && (req.readableDidRead || Object.keys(parsed).length > 0)) return toFields(parsed);
  return new URLSearchParams((await readRawBody(req)).toString('utf8'));
}

function isObject(body: unknown): body is Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body);
}

function toFields(body: Readonly<Record<string, unknown>>): URLSearchParams {
  const entries = Object.entries(body).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((text): text is string => typeof text === 'string')
      .map((text): [string, string] => [name, text]),
  );
  return new URLSearchParams(entries);
}
