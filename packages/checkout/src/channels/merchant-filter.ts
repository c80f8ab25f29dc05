import type { StorefrontSession } from '@pgw/protocol';

/** Returns the session with only the channels in `ids`. Null keeps all channels. */
export function filterSession(session: StorefrontSession, ids: readonly number[] | null): StorefrontSession {
  return ids === null
    ? session
    : { ...session, channels: session.channels.filter(({ id }) => ids.includes(id)) };
}
