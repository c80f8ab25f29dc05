import { edgeRuntimeMessage } from '../../model/edge-runtime.ts';

/**
 * Replaces `createCheckout` in bundles for edge runtimes: see `exports` in package.json. There, a module of Node could not be
 * imported, and the error would not name the reason.
 *
 * @throws Error `invalid-configuration`, always.
 */
export function createCheckout(): never {
  // PgwError is in a module that imports node:crypto.
  throw Object.assign(new Error(edgeRuntimeMessage), { name: 'PgwError', code: 'invalid-configuration' });
}
