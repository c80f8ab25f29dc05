import { expect, test } from 'vitest';
import { addNetworkSettings } from '../../install/network-settings.mjs';

test('the proxy and the certificate authority of npm are also set for pnpm and apt-get', () => {
  const ofNpm = {
    npm_config_https_proxy: 'http://proxy.example:3128',
    npm_config_proxy: 'http://proxy.example:3129',
    npm_config_noproxy: 'shop.example',
    npm_config_cafile: '/ca.pem',
  };
  expect(addNetworkSettings(ofNpm)).toEqual({
    ...ofNpm,
    HTTPS_PROXY: 'http://proxy.example:3128',
    https_proxy: 'http://proxy.example:3128',
    HTTP_PROXY: 'http://proxy.example:3129',
    http_proxy: 'http://proxy.example:3129',
    NO_PROXY: 'shop.example',
    no_proxy: 'shop.example',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
  });
});

test('variables of the user come before the settings of npm', () => {
  const environment = { https_proxy: 'http://a.example', npm_config_https_proxy: 'http://b.example' };
  expect(addNetworkSettings(environment)).toMatchObject({ HTTPS_PROXY: 'http://a.example' });
  expect(addNetworkSettings({ npm_config_noproxy: '' })).toEqual({ npm_config_noproxy: '' });
});
