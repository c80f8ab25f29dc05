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

/** The part of `mountPath` that is the id of an account, percent-encoded. */
export const accountPart = '{account}';

/** Returns the pattern of a mount path. Letter case is ignored. The group `account` is the id, if the path has one. */
export function toMountPattern(mountPath: string, end: string): RegExp {
  const [before = '', after] = mountPath.split(accountPart).map(escapePattern);
  return new RegExp(`^${after === undefined ? before : `${before}(?<account>[^/]+)${after}`}${end}`, 'i');
}

function escapePattern(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

/** The URLs at which browsers and the gateway reach the routes of a checkout. */
export interface PublicAddresses {
  /** The origin of the shop's pages: `https://shop.example`. */
  readonly origin: string;
  /** The path of the shop's front page: `/store/`, or `/`. */
  readonly shopUrl: string;
  /** The path of a route as browsers see it: `path('/start')` is `/store/pgw/start`. */
  path(route: string): string;
  /** The URL of a route, for the gateway: `url('/callback')` is `https://shop.example/store/pgw/callback`. */
  url(route: string): string;
}

/**
 * A proxy removes the path of `publicUrl` from each request, so browsers send this path and the app does not
 * receive it.
 */
export function createPublicAddresses(publicUrl: string, mountPath: string): PublicAddresses {
  // The parser normalizes the URL. Otherwise white space at its end, for example from a file, would be part
  // of the callback URL.
  const { origin, pathname } = new URL(publicUrl);
  const shopPath = pathname.replace(/\/+$/, '');
  const path = (route: string): string => `${shopPath}${mountPath}${route}`;
  return { origin, shopUrl: `${shopPath}/`, path, url: (route) => `${origin}${path(route)}` };
}
