/** True for an https URL, or an http URL of a loopback host, without query, fragment and user name. */
export function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username } = new URL(text);
  if (search !== '' || hash !== '' || username !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

/** True for a host name of a URL that leads to this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** True for an origin exactly as browsers write it. Origins are compared as text and used in headers. */
export function isOrigin(text: string): boolean {
  return isSafeUrl(text) && new URL(text).origin === text;
}

/** Returns the origin of an absolute https logo URL, or an empty array for any other value. */
export function toLogoOrigins(logoUrl: string | undefined): readonly string[] {
  return logoUrl?.startsWith('https:') ? [new URL(logoUrl).origin] : [];
}
