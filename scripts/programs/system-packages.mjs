// The commands that install a program with the package manager of a system. Messages about missing programs
// contain them. This file is plain JavaScript, because it is imported before the dependencies are installed.

/** The package of each program. Debian also means Ubuntu. Undefined if the system has no package. */
const packages = {
  chromium: {
    Debian: 'chromium',
    Fedora: 'chromium',
    macOS: '--cask google-chrome',
    Windows: 'Google.Chrome',
  },
  npm: { Debian: 'npm', Fedora: 'nodejs-npm', macOS: 'node', Windows: 'OpenJS.NodeJS.LTS' },
  pgbouncer: { Debian: 'pgbouncer', Fedora: 'pgbouncer', macOS: 'pgbouncer' },
  postgresql: {
    Debian: 'postgresql',
    Fedora: 'postgresql-server',
    macOS: 'postgresql',
    Windows: 'PostgreSQL.PostgreSQL.17',
  },
  promtool: { Debian: 'prometheus', Fedora: 'golang-github-prometheus', macOS: 'prometheus' },
  python3: { Debian: 'python3', Fedora: 'python3', macOS: 'python', Windows: 'Python.Python.3.13' },
  sqlite3: { Debian: 'sqlite3', Fedora: 'sqlite', macOS: 'sqlite', Windows: 'SQLite.SQLite' },
  git: { Debian: 'git', Fedora: 'git', macOS: 'git', Windows: 'Git.Git' },
};

const commands = {
  Debian: 'sudo apt-get install',
  Fedora: 'sudo dnf install',
  macOS: 'brew install',
  Windows: 'winget install',
};

/**
 * Returns the commands that install a program, for example "Debian: sudo apt-get install git; Fedora: sudo dnf
 * install git; …".
 */
export function describeInstallation(program) {
  const systems = Object.entries(packages[program]);
  return systems.map(([system, name]) => `${system}: ${commands[system]} ${name}`).join('; ');
}
