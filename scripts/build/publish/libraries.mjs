// The libraries of the published packages. Most of them are bundled, so that a shop installs and loads few files.

/**
 * Libraries that npm installs beside the packages. Shops pass objects of them to the packages or load them anyway, and a
 * second copy of them would differ. undici is also large, and is loaded after the start.
 */
const installedLibraries = ['express', 'fastify', 'pg', 'undici'];

/** The kit of HTML pages, which is not published. Each package that uses it has a copy in its bundle. */
const privatePackage = '@pgw/pages';

/** True for a library, or a package of the workspace, that is not bundled. */
export function isInstalled(name) {
  return (name.startsWith('@pgw/') && name !== privatePackage) || installedLibraries.includes(name);
}
