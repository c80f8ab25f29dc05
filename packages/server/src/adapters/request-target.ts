/**
 * Parses a target that is a path, or a URL as a client sends it to a proxy (RFC 9112, 3.2). The parser is that of
 * `Request`, so all adapters find the same path.
 */
export function parseTarget(target: string): URL | undefined {
  const isPath = target.startsWith('/');
  if (!isPath && !/^https?:\/\//i.test(target)) return undefined;
  // The host is not used. With a base URL, `//pgw/health` would be a host and a path.
  return URL.parse(isPath ? `http://localhost${target}` : target) ?? undefined;
}
