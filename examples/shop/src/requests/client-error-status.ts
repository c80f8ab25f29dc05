import { z } from 'zod';

const clientError = z.object({ status: z.int().min(400).max(499) });

/**
 * Returns the status of an error that Express throws for an invalid request. Examples are a body that is too
 * large and a URL with invalid percent-encoding. Undefined for every other error.
 */
export function getClientErrorStatus(error: unknown): number | undefined {
  return clientError.safeParse(error).data?.status;
}
