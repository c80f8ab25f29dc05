/** Returns the commands that install a program on Debian, Fedora, macOS and Windows. */
export declare function describeInstallation(
  program: 'chromium' | 'git' | 'npm' | 'pgbouncer' | 'postgresql' | 'python3' | 'sqlite3',
): string;
