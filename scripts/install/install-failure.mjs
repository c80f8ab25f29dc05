import { describeInstallation } from '../programs/system-packages.mjs';

/** The likely causes of a failed installation, by what npm or pnpm prints. The first one that matches counts. */
const causes = [
  {
    pattern: /npx could not be started/,
    step: `npm and its program npx are missing. Install npm (${describeInstallation('npm')}).`,
  },
  {
    pattern: /ENOSPC|no space left|not enough space|disk quota/i,
    step: 'The disk is full. The dependencies need about 1 GB in the clone, and the same in the store of pnpm if that is on another disk.',
  },
  {
    pattern: /certificate|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY|SELF_SIGNED|UnknownIssuer/i,
    step:
      'The certificate of the registry was not accepted. A proxy with its own certificate authority needs the file of that authority: ' +
      'run `npm config set cafile /path/of/authority.pem`, and see "Behind a proxy" in CONTRIBUTING.md.',
  },
  {
    pattern: /EACCES|EPERM|EROFS|permission denied|read-only file system/i,
    step: 'A file or folder cannot be written. The lines above name it. Make it writable for this user, or clone into another folder.',
  },
  {
    pattern:
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EIDLETIMEOUT|ERR_SOCKET_TIMEOUT|ENOTCACHED|dns error|error sending request|timed out|connection refused/i,
    step:
      'The registry of npm cannot be reached. Check the network and try again. If it needs a proxy, see "Behind a proxy" in CONTRIBUTING.md; ' +
      'if you use another registry, run `npm config set registry <url>`.',
  },
];

/** Returns the likely cause of a failed installation and the next step. `output` is what npm and pnpm printed. */
export function describeInstallFailure(output) {
  const cause = causes.find(({ pattern }) => pattern.test(output));
  return `The dependencies could not be installed. ${cause?.step ?? 'See the lines above, check the network and try again.'}`;
}
