/** True for an https address without query, fragment and user, or an http one of this machine. */
export function isSafeOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username } = new URL(text);
  if (search !== '' || hash !== '' || username !== '') return false;
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback);
}

/** True for an origin as browsers write it: it is part of a header, and is compared as it is. */
export function isOrigin(text: string): boolean {
  return isSafeOrigin(text) && new URL(text).origin === text;
}

/** The origin of the shop's logo, when it is another site's. */
export function originsOf(logoUrl: string | undefined): readonly string[] {
  return logoUrl?.startsWith('https:') ? [new URL(logoUrl).origin] : [];
}
