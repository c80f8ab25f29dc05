import type { LimitedRequest } from '../../start/request-limits.ts';
import type { Context } from '../context.ts';
import type { HttpRequest } from '../request.ts';
import type { Guard } from '../route.ts';

export function createRequestLimit(context: Context, kind: LimitedRequest): Guard {
  return ({ request }) => countRequest(context, kind, request);
}

export async function countRequest(
  { limiter, settings }: Context,
  kind: LimitedRequest,
  { clientAddress, native }: HttpRequest,
): Promise<void> {
  // An empty text, for example of an empty cookie, identifies no visitor.
  const visitor = (await settings.resolveVisitor?.(native)) || null;
  await limiter?.count(kind, { address: clientAddress, visitor });
}
