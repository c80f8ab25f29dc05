/** Where browsers and the gateway reach the routes of a checkout. Every address that leaves the process is made here. */
export interface PublicAddresses {
  /** Of the shop's pages, as browsers write it: `https://shop.example`. */
  readonly origin: string;
  /** The path of the shop's front page: `/store/`, or `/`. */
  readonly shopUrl: string;
  /** The path of a route as browsers see it, for a page of the shop: `path('/start')` is `/store/pgw/start`. */
  path(route: string): string;
  /** The whole address of a route, for the gateway: `url('/callback')` is `https://shop.example/store/pgw/callback`. */
  url(route: string): string;
}

/**
 * The addresses of a checkout that is mounted at `mountPath` of a shop at `publicUrl`. The path of `publicUrl` is one that a proxy
 * removes: browsers send it, and Express does not receive it.
 */
export function publicAddresses(publicUrl: string, mountPath: string): PublicAddresses {
  // As the URL parser writes it: a space at its end, as of a file's last line, would be part of the callback URL.
  const { origin, pathname } = new URL(publicUrl);
  const shopPath = pathname.replace(/\/+$/, '');
  const path = (route: string): string => `${shopPath}${mountPath}${route}`;
  return { origin, shopUrl: `${shopPath}/`, path, url: (route) => `${origin}${path(route)}` };
}
