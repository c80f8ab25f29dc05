import { expect, test } from 'vitest';
import { describeInstallFailure } from '../../install/install-failure.mjs';

test.each([
  [
    'npm error code ENOTFOUND\nnpm error network request to https://registry.example/pnpm failed',
    /cannot be reached/,
  ],
  ['npm error code ECONNREFUSED', /cannot be reached/],
  ['npm error code UNABLE_TO_VERIFY_LEAF_SIGNATURE', /npm config set cafile .*Behind a proxy/],
  ['npm error code ENOSPC\nnpm error nospc There appears to be insufficient space', /The disk is full/],
  ['npm error code EACCES\nnpm error path /home/you/.npm', /cannot be written/],
  ['npx could not be started: spawn npx ENOENT\n', /Install npm \(Debian: sudo apt-get install npm;/],
  ['ERR_PNPM_OUTDATED_LOCKFILE', /^The dependencies could not be installed\. See the lines above/],
])('after the output %j, the message names the next step', (output, step) => {
  expect(describeInstallFailure(output)).toMatch(/^The dependencies could not be installed\. /);
  expect(describeInstallFailure(output)).toMatch(step);
});
