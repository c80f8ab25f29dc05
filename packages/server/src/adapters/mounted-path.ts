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
