/** True for an https URL without query, fragment and user, or such an http URL of this machine. */
export function isSafeOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username } = new URL(text);
  if (search !== '' || hash !== '' || username !== '') return false;
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback);
}

/** True for an origin in the form of browsers. It is used in a header and compared as text. */
export function isOrigin(text: string): boolean {
  return isSafeOrigin(text) && new URL(text).origin === text;
}

/** The origin of the shop's logo, if it is on another site. */
export function originsOf(logoUrl: string | undefined): readonly string[] {
  return logoUrl?.startsWith('https:') ? [new URL(logoUrl).origin] : [];
}
