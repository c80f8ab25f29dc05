import type { StorefrontSession } from '@pgw/protocol';

/** The session with the channels that the shop wants to offer here; null for all. */
export function onlyChannels(session: StorefrontSession, ids: readonly number[] | null): StorefrontSession {
  return ids === null
    ? session
    : { ...session, channels: session.channels.filter(({ id }) => ids.includes(id)) };
}
