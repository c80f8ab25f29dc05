/** The variables that pnpm, apt-get and other programs read, and the ones of npm with the same meaning. */
const variables = [
  { name: 'HTTPS_PROXY', ofNpm: 'npm_config_https_proxy' },
  { name: 'HTTP_PROXY', ofNpm: 'npm_config_proxy' },
  { name: 'NO_PROXY', ofNpm: 'npm_config_noproxy' },
  { name: 'NODE_EXTRA_CA_CERTS', ofNpm: 'npm_config_cafile', hasOneSpelling: true },
];

/**
 * Returns the environment with the proxy and the certificate authority of npm also under the names that other
 * programs read. pnpm does not read the variables of npm, and apt-get reads only names in small letters.
 */
export function addNetworkSettings(environment) {
  const added = {};
  for (const { name, ofNpm, hasOneSpelling } of variables) {
    const value = environment[name] ?? environment[name.toLowerCase()] ?? environment[ofNpm];
    if (value === undefined || value === '' || value === 'null') continue;
    added[name] = value;
    if (hasOneSpelling === undefined) added[name.toLowerCase()] = value;
  }
  return { ...environment, ...added };
}
