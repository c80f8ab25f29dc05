/** The path of a request below the path at which the checkout is mounted. */
export interface MountedPath {
  /** The path of the mount as the request has it, such as `/pgw`. */
  readonly mountPath: string;
  /** The rest of the path, starting with `/`. */
  readonly path: string;
}

/**
 * Divides the path of a request. Returns undefined if it is not below one of the mount paths. Letter case of the mount path
 * is ignored.
 */
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
