import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { listProjectFiles } from '../checks/project-files.ts';

// Checks the dependencies and the workflows: code of a pull request never runs with a secret or with the
// permission to write, and the release publishes only commits of main.

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = `${root}.github/workflows/`;
const workflows = readdirSync(folder).map((file) => [file, readFileSync(folder + file, 'utf8')] as const);

test('every action is pinned by the hash of a commit, with its version in a comment', () => {
  const uses = workflows.flatMap(([file, text]) =>
    [...text.matchAll(/uses: +([^\s.]\S*)(.*)/g)].map(([, action = '', rest = '']) => ({
      file,
      action,
      rest,
    })),
  );
  expect(uses.length).toBeGreaterThan(5);
  const unpinned = uses.filter(({ action, rest }) => !/@[0-9a-f]{40}$/.test(action) || !/^ # v\d/.test(rest));
  expect(unpinned).toEqual([]);
});

test('every workflow has only the permission to read by default', () => {
  for (const [file, text] of workflows)
    expect([file, /^permissions: (.*)$/m.exec(text)?.[1]]).toEqual([file, '{ contents: read }']);
});

test('the package manager has a hash, and new versions of packages have a minimum age', () => {
  const { packageManager } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    packageManager: string;
  };
  expect(packageManager).toMatch(/^pnpm@\d+\.\d+\.\d+\+sha512\.[0-9a-f]{128}$/);
  const [, minimumAgeMinutes = '0'] =
    /^minimumReleaseAge: (\d+)$/m.exec(readFileSync(`${root}pnpm-workspace.yaml`, 'utf8')) ?? [];
  expect(Number(minimumAgeMinutes)).toBeGreaterThanOrEqual(3 * 24 * 60);
});

/**
 * The maximum number of direct dependencies of each published package. Change it in the commit that adds a
 * dependency.
 */
const maxDependencies: Readonly<Record<string, number>> = {
  protocol: 1,
  client: 3,
  // Only this package depends on commander, and on eventsource-parser, which reads the events of a sandbox.
  cli: 5,
  // Two of them are uqr, for the QR code of a payment that is continued on a phone, and negotiator, which reads what a browser
  // accepts. Express depends on negotiator too.
  server: 9,
  // Only @pgw/server.
  express: 1,
  checkout: 2,
  // One of them is uqr, for the QR page.
  sandbox: 5,
};

test.each(Object.entries(maxDependencies))(
  'the package %s has at most %i direct dependencies',
  (name, maximum) => {
    const manifest = JSON.parse(readFileSync(`${root}packages/${name}/package.json`, 'utf8')) as {
      dependencies?: Readonly<Record<string, string>>;
    };
    expect(Object.keys(manifest.dependencies ?? {}).length).toBeLessThanOrEqual(maximum);
  },
);

/** The version of a dependency without its range. The templates of `create-shop` are for other projects. */
function listDependencies(): [name: string, version: string, file: string][] {
  const files = listProjectFiles(root).filter(
    (path) => /(^|\/)package\.json$/.test(path) && !path.includes('/templates/'),
  );
  return files.flatMap((file) => {
    const manifest = dependenciesSchema.parse(JSON.parse(readFileSync(root + file, 'utf8')));
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    return versions
      .filter(([, version]) => !/^(workspace|link|npm):/.test(version))
      .map(([name, version]): [string, string, string] => [name, version.replace(/^\^/, ''), file]);
  });
}

const versionsSchema = z.record(z.string(), z.string()).default({});
const dependenciesSchema = z.object({ dependencies: versionsSchema, devDependencies: versionsSchema });

test('all packages declare the same version of a dependency', () => {
  const dependencies = listDependencies();
  const undici = dependencies.filter(([name]) => name === 'undici');
  expect(undici.length).toBeGreaterThanOrEqual(3);
  const first = new Map(dependencies.toReversed().map(([name, version]) => [name, version]));
  expect(dependencies.filter(([name, version]) => first.get(name) !== version)).toEqual([]);
});

const permissionsSchema = z.record(z.string(), z.enum(['read', 'write', 'none']));
const jobSchema = z.object({
  uses: z.string().optional(),
  environment: z.string().optional(),
  permissions: permissionsSchema.optional(),
  steps: z
    .array(
      z.object({
        uses: z.string().optional(),
        run: z.string().optional(),
        with: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .default([]),
});
const workflowSchema = z.object({
  on: z.record(
    z.string(),
    z
      .object({ branches: z.array(z.string()).optional() })
      .nullable()
      .or(z.array(z.unknown())),
  ),
  permissions: permissionsSchema,
  jobs: z.record(z.string(), jobSchema),
});
type Job = z.infer<typeof jobSchema>;

/** Triggers that do not run code of a pull request, or that receive neither a secret nor a permission to write. */
const allowedTriggers = ['push', 'pull_request', 'schedule', 'workflow_dispatch', 'workflow_call'];
/** Triggers with which only code of main runs. `push` must name its branch. */
const mainTriggers = ['push', 'schedule', 'workflow_dispatch'];
/** GitHub grants it to no pull request of a fork, and it cannot change the repository. */
const reportPermission = 'security-events';
/** Commands that run code of the repository or of a dependency. */
const codeCommand = /\b(pnpm(?!-lock\.yaml)|npx|node|yarn|bash|sh|npm (?!view|publish .*--ignore-scripts))\b/;

/** Returns a sentence for each rule that the text of a workflow breaks. */
function findViolations(text: string): string[] {
  const { on, permissions, jobs } = workflowSchema.parse(parse(text));
  const triggers = Object.keys(on);
  const push = on['push'];
  const pushesToMain = push !== null && !Array.isArray(push) && push?.branches?.join() === 'main';
  const runsOnlyMain =
    triggers.every((trigger) => mainTriggers.includes(trigger)) &&
    (!triggers.includes('push') || pushesToMain);
  return [
    ...triggers
      .filter((trigger) => !allowedTriggers.includes(trigger))
      .map((trigger) => `the trigger ${trigger} is privileged`),
    ...(Object.values(permissions).includes('write') ? ['every job can write'] : []),
    ...(/\bsecrets\b/.test(text) ? ['a secret is used'] : []),
    ...Object.entries(jobs).flatMap(([name, job]) =>
      findJobViolations(job, runsOnlyMain).map((violation) => `${name}: ${violation}`),
    ),
  ];
}

function findJobViolations(
  { permissions = {}, environment, steps, uses }: Job,
  runsOnlyMain: boolean,
): string[] {
  const violations = steps
    .filter((step) => step.uses?.startsWith('actions/checkout@') === true)
    .filter((step) => step.with?.['persist-credentials'] !== false)
    .map(() => 'the checkout keeps its credentials');
  const canWrite = Object.entries(permissions).some(
    ([permission, level]) => level === 'write' && permission !== reportPermission,
  );
  if (!canWrite) return violations;
  if (!runsOnlyMain) violations.push('it can write, and code of a pull request can start it');
  const commands = steps.map(({ run = '' }) => run);
  if (uses !== undefined || commands.some((command) => codeCommand.test(command)))
    violations.push('it can write, and runs code of the repository');
  if (permissions['id-token'] === 'write' && environment === undefined)
    violations.push('it can publish without an environment');
  return violations;
}

test.each(workflows)(
  '%s runs no code of a pull request with a secret or a permission to write',
  (_, text) => {
    expect(findViolations(text)).toEqual([]);
  },
);

const release = readFileSync(`${folder}release.yml`, 'utf8');

test('only one job can publish, and it first checks that main is still at the tested commit', () => {
  const { jobs } = workflowSchema.parse(parse(release));
  const publishing = Object.entries(jobs).filter(([, job]) => job.permissions?.['id-token'] === 'write');
  expect(publishing.map(([name]) => name)).toEqual(['publish']);
  for (const name of ['publish', 'open-pull-request'])
    expect(jobs[name]?.steps[0]?.run).toContain('/commits/main');
});

test.each([
  [
    'the trigger workflow_run is privileged',
    'push: { branches: [main] }',
    'workflow_run: { branches: [main] }',
  ],
  ['the trigger pull_request_target is privileged', 'push: { branches: [main] }', 'pull_request_target:'],
  [
    'publish: it can write, and code of a pull request can start it',
    'push: { branches: [main] }',
    'pull_request:',
  ],
  ['publish: it can write, and code of a pull request can start it', 'branches: [main]', 'branches: ["**"]'],
  ['publish: it can publish without an environment', 'environment: npm', ''],
  ['publish: it can write, and runs code of the repository', '--ignore-scripts', ''],
  [
    'tag: it can write, and runs code of the repository',
    'run: |\n          tag=',
    'run: |\n          pnpm build\n          tag=',
  ],
  ['build: the checkout keeps its credentials', 'with: { persist-credentials: false }', ''],
  ['every job can write', 'permissions: { contents: read }', 'permissions: { contents: write }'],
  ['a secret is used', '${{ github.token }}', '${{ secrets.NPM_TOKEN }}'],
])('a release workflow is refused: %s', (violation, text, replacement) => {
  expect(release).toContain(text);
  expect(findViolations(release.replace(text, replacement))).toContain(violation);
});

test('the job that pushes the new versions takes only versions, changelogs, changesets and the lock file from the patch', () => {
  const apply = /^ *git apply (?:.*\\\n)*.*versions\.patch$/m.exec(release)?.[0] ?? '';
  const kept = [
    'package.json',
    'packages/server/package.json',
    'packages/server/CHANGELOG.md',
    '.changeset/one.md',
    'pnpm-lock.yaml',
  ];
  const dropped = [
    'packages/server/src/index.ts',
    'packages/server/scripts/package.json',
    'packages/create-shop/templates/base/package.json',
    'examples/shop/package.json',
    'scripts/build.mjs',
    '.github/workflows/release.yml',
    '.changeset/config.json',
    '.changeset/folder/two.md',
    'pnpm-workspace.yaml',
    '.npmrc',
  ];
  const repository = mkdtempSync(join(tmpdir(), 'pgw-release-'));
  onTestFinished(() => rmSync(repository, { recursive: true, force: true }));
  const run = (command: string): string =>
    execFileSync('sh', ['-c', command], { cwd: repository, encoding: 'utf8' });
  run(
    'git init --quiet && git config user.name test && git config user.email test@shop.example && mkdir output',
  );
  const writeAll = (text: string): void => {
    for (const file of [...kept, ...dropped]) {
      mkdirSync(dirname(join(repository, file)), { recursive: true });
      writeFileSync(join(repository, file), text);
    }
  };
  writeAll('old\n');
  run('git add --all && git commit --quiet --message old');
  writeAll('new\n');
  run(
    'git add --all && git diff --cached --binary > versions.patch && git reset --quiet --hard HEAD && mv versions.patch output',
  );
  run(apply);
  expect(run('git diff --cached --name-only').trim().split('\n').toSorted()).toEqual(kept.toSorted());
});
