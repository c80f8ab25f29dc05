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
