// The configuration of the tests imports this file before a package is built, so it imports no package.

/** A platform whose processes have no disk that is kept. */
export interface Platform {
  readonly name: string;
  /** The environment variable that the platform sets for each process. */
  readonly variable: string;
  /** The variable and value that its tools set where they run the shop on a developer's machine, whose disk is kept. */
  readonly local?: { readonly variable: string; readonly value: string };
}

/** The platforms without a lasting disk, by their documented environment variables. Functions of Netlify run in AWS Lambda. */
export const platforms: readonly Platform[] = [
  { name: 'Vercel', variable: 'VERCEL', local: { variable: 'VERCEL_ENV', value: 'development' } },
  { name: 'Netlify', variable: 'NETLIFY', local: { variable: 'NETLIFY_DEV', value: 'true' } },
  {
    name: 'Azure Functions',
    variable: 'FUNCTIONS_WORKER_RUNTIME',
    local: { variable: 'AZURE_FUNCTIONS_ENVIRONMENT', value: 'Development' },
  },
  { name: 'Google Cloud Run', variable: 'K_SERVICE' },
  { name: 'AWS Lambda', variable: 'AWS_LAMBDA_FUNCTION_NAME' },
];
