import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { chromeLauncher } from '@web/test-runner-chrome';
import { chromiumArgs, chromiumPath } from '../../scripts/chromium.mjs';

export default {
  // The workspace, so that packages beside this one can be served.
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  files: 'test/**/*.test.ts',
  // The production build of Lit: the other one talks to the console.
  nodeResolve: { exportConditions: ['browser', 'production'] },
  // One page at a time: a page behind another is hidden, and hidden pages rest.
  concurrency: 1,
  plugins: [
    esbuildPlugin({
      ts: true,
      target: 'es2022',
      tsconfig: fileURLToPath(new URL('./tsconfig.json', import.meta.url)),
    }),
  ],
  testFramework: { config: { timeout: 20_000 } },
  browsers: [
    chromeLauncher({
      launchOptions: { executablePath: chromiumPath(), headless: true, args: [...chromiumArgs] },
    }),
  ],
};
