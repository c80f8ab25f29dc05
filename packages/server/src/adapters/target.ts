export interface MountedPath {
  /** The path of the mount as the request has it, such as `/pgw`. */
  readonly mountPath: string;
  /** The rest of the path, starting with `/`. */
  readonly path: string;
}

/** Undefined if the path is not below a mount path. Letter case of the mount path is ignored. */
export function findMountedPath(pathname: string, mountPaths: readonly string[]): MountedPath | undefined {
  const mountPath = mountPaths.find(
    (candidate) =>
      pathname.slice(0, candidate.length).toLowerCase() === candidate.toLowerCase() &&
      (pathname.length === candidate.length || pathname[candidate.length] === '/'),
  );
  if (mountPath === undefined) return undefined;
  const { length } = mountPath;
  return { mountPath: pathname.slice(0, length), path: pathname.slice(length) || '/' };
}

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
