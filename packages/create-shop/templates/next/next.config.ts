import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  // These packages use files and modules of Node, so they are not bundled.
  serverExternalPackages: ['@pgw/client', '@pgw/server'],
};

export default config;
