import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';

// Writes the exports of each package to packages/<name>/api/<entry>.api.md. A change of a report is a change
// for the users of the package, and is reviewed with its commit. `pnpm run api-report` writes the reports.
// scripts/test/api-report.test.ts compares them.

const root = fileURLToPath(new URL('../', import.meta.url));

/** The packages with exports. */
export const reportedPackages = ['protocol', 'client', 'express', 'checkout', 'sandbox'] as const;

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types?: string }>>;
}

/**
 * Writes the reports of a package. With `isCheck` it only compares them. Returns the entries whose report has
 * changed.
 */
export function writeApiReports(name: string, { isCheck }: { readonly isCheck: boolean }): string[] {
  const folder = join(root, 'packages', name);
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  return Object.entries(exports).flatMap(([entry, target]) => {
    // The types outside of dist, such as types/react.d.ts, export nothing. They declare the elements for a
    // framework.
    const types = typeof target === 'string' ? undefined : target.types;
    if (types === undefined || !types.startsWith('./dist/')) return [];
    return writeApiReport(folder, entry, types, isCheck) ? [entry] : [];
  });
}

/** Writes or compares the report of one entry. Returns true when the report has changed. */
function writeApiReport(folder: string, entry: string, types: string, isCheck: boolean): boolean {
  const reportFileName = `${entry === '.' ? 'index' : entry.slice(2).replaceAll('/', '-')}.api.md`;
  const reportFolder = join(folder, 'api');
  mkdirSync(reportFolder, { recursive: true });
  if (isCheck && !existsSync(join(reportFolder, reportFileName))) return true;
  const config = ExtractorConfig.prepare({
    packageJsonFullPath: join(folder, 'package.json'),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: join(folder, types),
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'es2023',
            module: 'nodenext',
            lib: ['es2023', 'dom', 'dom.iterable'],
            types: ['node'],
            strict: true,
            skipLibCheck: true,
          },
          files: [join(folder, types)],
        },
      },
      apiReport: {
        enabled: true,
        reportFileName,
        reportFolder,
        reportTempFolder: join(root, 'node_modules', '.cache', 'api-reports', folder.slice(root.length)),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  });
  const { apiReportChanged, errorCount } = Extractor.invoke(config, {
    localBuild: !isCheck,
    messageCallback: (message) => {
      message.handled = message.logLevel !== ExtractorLogLevel.Error;
    },
  });
  if (errorCount > 0) throw new Error(`${join(folder, types)} does not compile. See the messages above.`);
  return apiReportChanged;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of reportedPackages) {
    const changed = writeApiReports(name, { isCheck: false });
    console.log(`${name}: ${changed.length === 0 ? 'unchanged' : `changed: ${changed.join(', ')}`}`);
  }
}
