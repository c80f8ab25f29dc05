/**
 * Returns the number of bytes of an installed package and of its dependencies, and the names of these dependencies. Peer
 * dependencies, such as Express, do not count. `importer` is a file in the folder whose node_modules has the package.
 */
export declare function measureInstalled(
  name: string,
  importer: string,
): { readonly bytes: number; readonly dependencies: readonly string[] };
