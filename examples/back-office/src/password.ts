import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two passwords. The duration reveals nothing about the password or its length. */
export function isCorrectPassword(submitted: string, password: string): boolean {
  return timingSafeEqual(digest(submitted), digest(password));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
