import { storefrontRoutes } from '@pgw/protocol/internal';

/** A route of the checkout, relative to its mount path. */
export interface Route {
  readonly method: string;
  /** The path with `:name` for each parameter. */
  readonly path: string;
}

/** Returns every route of the checkout, and a path without a route. */
export function listRoutes(): readonly Route[] {
  const routes = Object.values(storefrontRoutes).map(({ method, path }) => ({
    method: method.toUpperCase(),
    path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
  }));
  return [...routes, { method: 'GET', path: '/:unknown' }];
}
