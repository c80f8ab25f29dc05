import type { StorefrontProblem } from '@pgw/protocol';
import { expect } from 'vitest';

/** Parses the body of a response, which must have the type T. */
export async function readJson<T>(response: Promise<Response>): Promise<T> {
  return (await (await response).json()) as T;
}

/** Returns the status and the problem of a refused request. */
export async function readProblem(pending: Promise<Response>): Promise<[number, StorefrontProblem]> {
  const response = await pending;
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  return [response.status, (await response.json()) as StorefrontProblem];
}
