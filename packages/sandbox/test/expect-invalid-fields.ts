import { expect } from 'vitest';
import type { RawResponse } from './merchant.ts';

/** Expects that a request was refused with HTTP 400 because of exactly these fields, in any order. */
export function expectInvalidFields({ status, body }: RawResponse, fields: readonly string[]): void {
  expect(status).toBe(400);
  expect(body).toMatchObject({
    success: false,
    error: { code: 0, message: 'Your request is not valid!' },
  });
  const invalidFields = body.error.validationErrors.flatMap((rule) => rule.members);
  expect(invalidFields.toSorted()).toStrictEqual(fields.toSorted());
}
