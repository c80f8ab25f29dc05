import { toMountPattern } from '../options/addresses.ts';

export interface MountedPath {
  /** The path of the mount as the request has it, such as `/pgw`. */
  readonly mountPath: string;
  /** The rest of the path, starting with `/`. */
  readonly path: string;
}

/** Finds the mount path in the path of a request. Undefined if the path is not below one of them. Letter case is ignored. */
export type FindMount = (pathname: string) => MountedPath | undefined;

export function createMountFinder(mountPaths: readonly string[]): FindMount {
  const patterns = mountPaths.map((mountPath) => toMountPattern(mountPath, '(?=/|$)'));
  return (pathname) => {
    const mountPath = patterns
      .map((pattern) => pattern.exec(pathname)?.[0])
      .find((found) => found !== undefined);
    return mountPath === undefined ? undefined : { mountPath, path: pathname.slice(mountPath.length) || '/' };
  };
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
