// The machines on which pgw has to work. `npm run test:fresh -- --row <name>` makes one of them.

const ofLocales = (name) =>
  `apt-get -qq update && apt-get -qq install -y --no-install-recommends locales && echo '${name} UTF-8' > /etc/locale.gen && locale-gen`;

/**
 * The options of each row, which replace those of the command line. Only a Debian that debootstrap makes can have
 * `hosts`, `shm` and `network`.
 */
export const rows = {
  'bookworm-root': { suite: 'bookworm', user: 'root' },
  'bookworm-ordinary': { suite: 'bookworm', user: 'ordinary' },
  'trixie-root': { suite: 'trixie', user: 'root' },
  'trixie-ordinary': { suite: 'trixie', user: 'ordinary' },
  'node-20.11': { node: '20.11.1' },
  'node-22': { node: '22' },
  'node-24': { node: '24' },
  'one-core': { prefix: 'taskset -c 0' },
  'umask-077': { prefix: 'umask 077;' },
  'path-with-space': { folder: 'my clones/the shop' },
  'lang-c': { set: ['LC_ALL=C', 'LANG=C'] },
  'lang-de': { before: ofLocales('de_DE.UTF-8'), set: ['LC_ALL=de_DE.UTF-8', 'LANG=de_DE.UTF-8'] },
  'no-home': { set: ['HOME=/missing'] },
  // Docker gives a container this much shared memory.
  'small-shm': { shm: '64m' },
  // No line of the file has the name `localhost`, so it does not resolve.
  'no-localhost': { hosts: '127.0.1.1 fresh\n' },
  // After the installation, the machine has only its own IPv4 addresses.
  'no-ipv6': { network: 'ipv4-loopback' },
};

/** The options of names that are joined by `+`, for example `no-localhost+small-shm`. Throws for an unknown name. */
export function readRow(text) {
  const unknown = text.split('+').filter((name) => !Object.hasOwn(rows, name));
  if (unknown.length > 0)
    throw new Error(`--row has ${unknown.join(' and ')}. The rows are ${Object.keys(rows).join(', ')}.`);
  return text
    .split('+')
    .map((name) => rows[name])
    .reduce((all, row) => ({
      ...all,
      ...row,
      ...joined(all, row, 'set', (a, b) => [...a, ...b]),
      ...joined(all, row, 'prefix', (a, b) => [a, b].toSorted(startsWithUmask).join(' ')),
    }));
}

function joined(all, row, name, join) {
  return name in all && name in row ? { [name]: join(all[name], row[name]) } : {};
}

/** `umask` is a command of its own, so it comes before a program that starts the next one. */
function startsWithUmask(one, other) {
  return Number(other.startsWith('umask')) - Number(one.startsWith('umask'));
}
