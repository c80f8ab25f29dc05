import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares in a time that tells nothing of the password, its length included. */
export function isCorrectPassword(given: string, password: string): boolean {
  return timingSafeEqual(digest(given), digest(password));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
