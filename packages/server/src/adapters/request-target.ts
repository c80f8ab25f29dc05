/**
 * Parses the target of a request in one of the forms that have a path: `/pgw/health` or, as a client sends it to a proxy,
 * `http://shop.example/pgw/health` (RFC 9112, 3.2). Returns undefined for the forms `*` and `host:port`, and for a target
 * that is no URL. The parser is that of `Request`, so all adapters find the same path.
 */
export function parseTarget(target: string): URL | undefined {
  const isPath = target.startsWith('/');
  if (!isPath && !/^https?:\/\//i.test(target)) return undefined;
  // The host is not used. With a base URL, `//pgw/health` would be a host and a path.
  return URL.parse(isPath ? `http://localhost${target}` : target) ?? undefined;
}
