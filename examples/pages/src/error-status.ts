import { z } from 'zod';

const clientError = z.object({ status: z.int().min(400).max(499) });

/**
 * Status of what Express refuses before a route sees it, such as a body that is too large or an address that is not
 * percent-encoded as it should be. Undefined for what broke here.
 */
export function errorStatus(error: unknown): number | undefined {
  return clientError.safeParse(error).data?.status;
}
