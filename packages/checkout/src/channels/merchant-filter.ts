import type { StorefrontSession } from '@pgw/protocol';

/** The session with the channels that the shop offers; null for all. */
export function offeredSession(session: StorefrontSession, ids: readonly number[] | null): StorefrontSession {
  return ids === null
    ? session
    : { ...session, channels: session.channels.filter(({ id }) => ids.includes(id)) };
}
