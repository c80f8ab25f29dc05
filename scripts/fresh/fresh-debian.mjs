// Makes a new Debian that has nothing but Node, npm, git and certificates, and runs programs in it. With root
// and debootstrap, the Debian is a folder, and each program has its own mounts and processes. Otherwise it is
// a container of Docker or Podman.
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of Node and npm in the Debian. */
const nodeFolder = '/opt/node';
/** The certificates that this machine trusts besides Debian's, for example of a proxy. */
const certificatesFile = '/etc/ssl/certs/this-machine.pem';
const ordinaryUser = 'developer';

/** Returns the functions that make a Debian on this machine. Throws an error with the next step. */
export function findMaker() {
  if (process.platform === 'linux' && process.getuid?.() === 0 && isProgram('debootstrap')) return makeFolder;
  const engine = ['podman', 'docker'].find((name) => isProgram(name) && succeeds([name, 'info']));
  if (engine !== undefined) return (suite, machine) => makeContainer(engine, suite, machine);
  throw new Error(
    'A new Debian needs root and debootstrap (Debian: apt-get install debootstrap), or a running Docker or Podman.',
  );
}

/** The folders of the suites as debootstrap made them. They are copied and never started. */
const bases = new Map();

/** Removes the folders of the suites. */
export function removeBases() {
  bases.forEach((folder) => rmSync(folder, { recursive: true, force: true }));
}

/** Makes a Debian in a temporary folder. `shm` is the size of /dev/shm, and `hosts` is the text of /etc/hosts. */
function makeFolder(suite, { shm = '50%', hosts }) {
  const base = bases.get(suite) ?? makeBase(suite);
  const folder = mkdtempSync(join(tmpdir(), `pgw-${suite}-`));
  // Every user must be able to enter the folder.
  chmodSync(folder, 0o755);
  requireSuccess(['cp', '--archive', '--reflink=auto', `${base}/.`, folder]);
  if (hosts !== undefined) writeFileSync(join(folder, 'etc/hosts'), hosts);
  let network;
  const inNetwork = () => (network === undefined ? [] : ['nsenter', `--net=${network}`]);
  return {
    copyIn: (source, target) =>
      cpSync(source, join(folder, target), { recursive: true, verbatimSymlinks: true }),
    spawn: (command, user, environment, options) => {
      const namespaces = ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child', '--'];
      const shell = ['sh', '-c', mountAndEnter, 'sh', folder, getLogin(user), shm];
      const enter = [...inNetwork(), 'unshare', ...namespaces, ...shell];
      const [program, ...args] = [...enter, ...inBash(command, user, environment)];
      return spawn(program, args, options);
    },
    /** Disconnects the Debian: programs that start later have only the IPv4 addresses of the machine itself. */
    disconnect: () => {
      network = `${folder}.network`;
      writeFileSync(network, '');
      requireSuccess(['unshare', `--net=${network}`, 'sh', '-c', useOnlyIpv4]);
    },
    /** The beginning of a command of this machine that runs in the network of the Debian. */
    inNetwork,
    remove: () => {
      if (network !== undefined) {
        succeeds(['umount', network]);
        rmSync(network, { force: true });
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const useOnlyIpv4 = `set -e
ip link set lo up
for name in all default lo; do echo 1 > "/proc/sys/net/ipv6/conf/$name/disable_ipv6"; done`;

function makeBase(suite) {
  const folder = mkdtempSync(join(tmpdir(), `pgw-${suite}-base-`));
  bases.set(suite, folder);
  // Every user must be able to enter the folder.
  chmodSync(folder, 0o755);
  requireSuccess(['debootstrap', '--variant=minbase', '--include=ca-certificates,git', suite, folder]);
  // An installer and a container engine write this file, and debootstrap does not.
  writeFileSync(join(folder, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
  requireSuccess(['chroot', folder, 'useradd', '--create-home', '--shell', '/bin/bash', ordinaryUser]);
  return folder;
}

/**
 * Mounts the file systems that programs expect, for this process only, and runs a program as a user. The shell
 * stays the first process of the namespace: when it is killed, every process of the namespace ends.
 */
const mountAndEnter = `set -e
folder=$1; user=$2; shm=$3; shift 3
cp /etc/resolv.conf "$folder/etc/resolv.conf"
mount -t proc proc "$folder/proc"
mount -t tmpfs -o mode=755 tmpfs "$folder/dev"
for name in null zero full random urandom tty; do : > "$folder/dev/$name"; mount --bind "/dev/$name" "$folder/dev/$name"; done
mkdir "$folder/dev/pts" "$folder/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$folder/dev/pts"
mount -t tmpfs -o "mode=1777,size=$shm" tmpfs "$folder/dev/shm"
ln -s pts/ptmx "$folder/dev/ptmx"
ln -s /proc/self/fd "$folder/dev/fd"
ln -s fd/0 "$folder/dev/stdin"; ln -s fd/1 "$folder/dev/stdout"; ln -s fd/2 "$folder/dev/stderr"
if [ "$user" = root ]; then chroot "$folder" "$@"; else chroot --userspec="$user:$user" --groups= "$folder" "$@"; fi
exit 0`;

/** Starts a container of a Debian image. */
function makeContainer(engine, suite, machine) {
  if (Object.keys(machine).length > 0)
    throw new Error(
      `${Object.keys(machine).join(' and ')} of a row need root and debootstrap: ${engine} manages them itself.`,
    );
  const image = `docker.io/library/debian:${suite}-slim`;
  const id = requireSuccess([
    engine,
    'run',
    '--detach',
    '--init',
    '--network',
    'host',
    image,
    'sleep',
    'infinity',
  ]);
  const inContainer = (user, ...command) => [engine, 'exec', '--user', user, id, ...command];
  requireSuccess(inContainer('root', 'apt-get', '-qq', 'update'));
  const packages = ['ca-certificates', 'git'];
  requireSuccess(
    inContainer('root', 'apt-get', '-qq', 'install', '-y', '--no-install-recommends', ...packages),
  );
  requireSuccess(inContainer('root', 'useradd', '--create-home', '--shell', '/bin/bash', ordinaryUser));
  return {
    copyIn: (source, target) => requireSuccess([engine, 'cp', `${source}/.`, `${id}:${target}`]),
    spawn: (command, user, environment, options) => {
      const [program, ...args] = inContainer(getLogin(user), ...inBash(command, user, environment));
      return spawn(program, args, options);
    },
    inNetwork: () => [],
    remove: () => succeeds([engine, 'rm', '--force', id]),
  };
}

/** The login name of a user, `root` or `ordinary`, in the Debian. */
export function getLogin(user) {
  return user === 'root' ? 'root' : ordinaryUser;
}

/** The home folder of a user in the Debian. */
export function getHome(user) {
  return user === 'root' ? '/root' : `/home/${ordinaryUser}`;
}

/**
 * Makes a Debian of a suite, for example `bookworm`, and copies a Node of the given version into it. The
 * result has `run`, `start` and `remove`. `run` resolves with the exit code of a command of bash. `start`
 * returns a program that runs until it is stopped.
 */
export function makeDebian(make, { suite, nodeVersion, repository, machine }) {
  const debian = make(suite, machine);
  const files = mkdtempSync(join(tmpdir(), 'pgw-fresh-'));
  chmodSync(files, 0o755);
  try {
    installNode(files, nodeVersion);
    debian.copyIn(files, '/');
    debian.copyIn(repository, '/srv/pgw.git');
  } catch (error) {
    debian.remove();
    throw error;
  } finally {
    rmSync(files, { recursive: true, force: true });
  }
  return debian;
}

/** Writes Node, npm and the certificates below a folder, at their paths in the Debian. */
function installNode(folder, version) {
  const target = join(folder, nodeFolder);
  mkdirSync(target, { recursive: true });
  const packageName = `node-linux-${process.arch}@${version}`;
  const install = ['install', '--prefix', target, '--ignore-scripts', '--no-save', '--no-audit', '--no-fund'];
  requireSuccess(['npm', ...install, packageName, 'npm@10']);
  const programs = join(folder, 'usr/local/bin');
  mkdirSync(programs, { recursive: true });
  symlinkSync(`${nodeFolder}/node_modules/node-linux-${process.arch}/bin/node`, join(programs, 'node'));
  for (const name of ['npm', 'npx'])
    symlinkSync(`${nodeFolder}/node_modules/npm/bin/${name}-cli.js`, join(programs, name));
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates !== undefined && existsSync(certificates)) {
    mkdirSync(join(folder, 'etc/ssl/certs'), { recursive: true });
    writeFileSync(join(folder, certificatesFile), readFileSync(certificates));
  }
}

/** The arguments that run a command of bash with the environment of the Debian. */
function inBash(command, user, environment) {
  return ['env', '-i', ...listVariables(user, environment), 'bash', '-c', command];
}

/** The variables of a login, and the settings of this machine's network. */
function listVariables(user, environment) {
  const network = /^(https?_proxy|no_proxy|npm_config_(registry|.*proxy))$/i;
  const passedOn = Object.entries(process.env).filter(([name]) => network.test(name));
  const variables = {
    ...Object.fromEntries(passedOn),
    ...(process.env.NODE_EXTRA_CA_CERTS !== undefined && {
      NODE_EXTRA_CA_CERTS: certificatesFile,
      npm_config_cafile: certificatesFile,
    }),
    HOME: getHome(user),
    USER: getLogin(user),
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ...environment,
  };
  return Object.entries(variables).map(([name, value]) => `${name}=${value}`);
}

function isProgram(name) {
  return spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined;
}

function succeeds([program, ...args]) {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** Runs a program and returns what it printed. Throws an error with its output if it failed. */
function requireSuccess([program, ...args]) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  });
  if (status === 0) return stdout.trim();
  const output = error?.message ?? `${stdout}\n${stderr}`.trim().split('\n').slice(-20).join('\n');
  throw new Error(`${program} ${args[0]} failed:\n${output}`);
}
