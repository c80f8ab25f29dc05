import type { Checkout } from '@pgw/express';

/** A route of the checkout, relative to its mount path. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/** Returns every route of the checkout, and a path without a route. */
export function listRoutes({ router }: Checkout): readonly Route[] {
  const routes = router.stack.flatMap(({ route }) => {
    const method = route?.stack[0]?.method.toUpperCase();
    if (route === undefined || method === undefined) return [];
    // A route of Express can have several paths.
    return [route.path].flat().map((path) => ({ method, path }));
  });
  return [...routes, { method: 'GET', path: '/:unknown' }];
}
