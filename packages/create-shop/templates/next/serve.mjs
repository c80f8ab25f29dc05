// Starts Next.js with the settings of .env: it reads PORT before it loads this file, and `next dev` does not start with
// `node --env-file`.
import { existsSync } from 'node:fs';

if (existsSync('.env')) process.loadEnvFile();
await import('next/dist/bin/next');
