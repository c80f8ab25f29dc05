import { createHash, timingSafeEqual } from 'node:crypto';

/** A person who can sign in to the back office. */
export interface Clerk {
  /** The name that is stored with each action. */
  readonly name: string;
  readonly password: string;
}

/**
 * Returns the clerk with this name and password. Each comparison takes the same time, so the duration reveals
 * neither a name nor a part of a password.
 */
export function findClerk(
  clerks: readonly Clerk[],
  submitted: { readonly name: unknown; readonly password: unknown },
): Clerk | undefined {
  const { name, password } = submitted;
  if (typeof name !== 'string' || typeof password !== 'string') return undefined;
  const digest = digestClerk({ name: name.trim(), password });
  return clerks.filter((clerk) => timingSafeEqual(digestClerk(clerk), digest))[0];
}

function digestClerk({ name, password }: Clerk): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([name, password]))
    .digest();
}
