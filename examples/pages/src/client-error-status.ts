import { z } from 'zod';

const clientError = z.object({ status: z.int().min(400).max(499) });

/**
 * The status of a request that Express refuses before a route handles it, such as a body that is too large or an address with invalid
 * percent-encoding. Undefined for an error of the shop.
 */
export function clientErrorStatus(error: unknown): number | undefined {
  return clientError.safeParse(error).data?.status;
}
