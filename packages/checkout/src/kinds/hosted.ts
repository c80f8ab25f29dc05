import type { Kind } from './kind.ts';

/** The gateway's own page asks how to pay. */
export const hosted: Kind = {
  missing: () => null,
  request: () => ({}),
  payee: () => null,
};
