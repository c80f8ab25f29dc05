import type { StorefrontSession } from '@pgw/protocol';

/**
 * Parses the `channels` attribute: ids, separated by commas. Ignores invalid ids. Returns null without the
 * attribute.
 */
export function parseChannelIds(text: string | null): readonly number[] | null {
  return text === null ? null : text.split(',').map(Number).filter(Number.isSafeInteger);
}

/** Returns the session with only the channels in `ids`. Null keeps all channels. */
export function filterSession(session: StorefrontSession, ids: readonly number[] | null): StorefrontSession {
  return ids === null
    ? session
    : { ...session, channels: session.channels.filter(({ id }) => ids.includes(id)) };
}
