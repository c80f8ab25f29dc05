import { z } from 'zod';
import { lazyObject } from './read-only.ts';

/**
 * The reference of the signed self-test that `pgw doctor --app` sends to the callback route. No order has it: references of
 * payments have no colon.
 */
export const selfTestReference = 'PGW:SELF-TEST';

/** The body of a self-test. */
export const selfTestRequest = z.object({
  referenceCode: z.literal(selfTestReference),
  /** The URL that was called. It is signed in place of the callback URL, which may be another one. */
  url: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
});

/** A self-test is refused after this time, in milliseconds. It is long, because a wrong clock is one of the findings. */
export const maxSelfTestAgeMs = 86_400_000;

/** What a shop reports about itself to the owner of the merchant's secret. It has no secret and no data of an order. */
export const selfTestReport = lazyObject(() => ({
  selfTest: z.literal(1),
  /** The version of the server package. Null if it is not known, for example in a bundle. */
  version: z.string().nullable(),
  node: z.string(),
  /** The clock of the shop, in milliseconds since the epoch. */
  now: z.number(),
  /** The URL at which the gateway sends callbacks. */
  callbackUrl: z.string(),
  /** The address that the shop uses for this request. */
  clientAddress: z.string(),
  trustsEveryAddress: z.boolean(),
  /** The header `X-Forwarded-For` that has arrived. */
  forwardedFor: z.string().nullable(),
  /** True if the app sweeps, or if a sweep has ended since its start. */
  sweeps: z.boolean(),
  problems: z.array(
    z.object({ code: z.string(), status: z.enum(['degraded', 'failing']), message: z.string() }),
  ),
}));

/** The report of a shop about itself. */
export type SelfTestReport = z.infer<ReturnType<typeof selfTestReport>>;

/** Returns the id of an account as a part of a path, without characters that some programs escape and others do not. */
export function encodeAccountId(id: string): string {
  return encodeURIComponent(id).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
