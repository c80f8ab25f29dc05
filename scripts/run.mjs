// Starts one task, such as the demo or the tests: see tasks.mjs. This file only checks the version of Node. Its
// syntax is that of Node 12, so that an old Node prints the message below and not a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number);
const isNewEnough = major > 20 || (major === 20 && minor >= 11);

if (isNewEnough) {
  void import('./tasks.mjs');
} else {
  console.error(
    `pgw needs Node 20.11 or newer to start, and then installs its own Node 24. This is Node ${process.versions.node}. Install a newer one from https://nodejs.org.`,
  );
  process.exitCode = 1;
}
