import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { DtsEmitHelpers } from '@microsoft/api-extractor/lib/generators/DtsEmitHelpers';

// Writes the exports of each package to packages/<name>/api/<entry>.api.md. A change of a report is a change
// for the users of the package, and is reviewed with its commit. An export, or a member of an export, without a docstring is an
// error. `npm run api-report` writes the reports. scripts/test/build/api-report.test.ts compares them.

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The packages with exports. */
export const reportedPackages = [
  'protocol',
  'client',
  'server',
  'express',
  'checkout',
  'sandbox',
  'office',
] as const;

// API Extractor changes the arguments of a type such as import('zod').ZodObject twice, so its time doubles with each level.
const modifyImportTypeSpan = DtsEmitHelpers.modifyImportTypeSpan.bind(DtsEmitHelpers);
const changedTypes = new WeakSet();
DtsEmitHelpers.modifyImportTypeSpan = (collector, span, ...rest) => {
  if (!changedTypes.has(span)) modifyImportTypeSpan(collector, span, ...rest);
  changedTypes.add(span);
};

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types?: string }>>;
}

/** The result for one entry of a package. */
interface EntryReport {
  /** The entry as in `exports`, such as `./html`. */
  readonly entry: string;
  /** True when the exports differ from the report. */
  readonly hasChanged: boolean;
  /** A sentence for each export, and each member of an export, that has no docstring. */
  readonly undocumented: readonly string[];
}

/** Writes the reports of a package. With `isCheck` it only compares them. */
export function writeApiReports(name: string, { isCheck }: { readonly isCheck: boolean }): EntryReport[] {
  const folder = join(root, 'packages', name);
  compilerState ??= createCompilerState();
  return listTypedEntries(folder).map(({ entry, types }) =>
    writeApiReport(folder, entry, { types, isCheck, compilerState }),
  );
}

/** The entries of all packages share one program of the compiler, because each program parses all declarations. */
let compilerState: CompilerState | undefined;

function createCompilerState(): CompilerState {
  const folders = reportedPackages.map((name) => join(root, 'packages', name));
  const additionalEntryPoints = folders.flatMap((folder) =>
    listTypedEntries(folder).map(({ types }) => join(folder, types)),
  );
  const protocol = join(root, 'packages', 'protocol');
  return CompilerState.create(prepareConfig(protocol, './dist/index.d.ts'), { additionalEntryPoints });
}

function listTypedEntries(folder: string): { entry: string; types: string }[] {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  return Object.entries(exports).flatMap(([entry, target]) => {
    // The types outside of dist, such as types/react.d.ts, export nothing. They declare the elements for a
    // framework.
    const types = typeof target === 'string' ? undefined : target.types;
    return types === undefined || !types.startsWith('./dist/') ? [] : [{ entry, types }];
  });
}

/** Writes or compares the report of one entry. */
export function writeApiReport(
  folder: string,
  entry: string,
  options: {
    readonly types: string;
    readonly isCheck: boolean;
    readonly compilerState?: CompilerState | undefined;
  },
): EntryReport {
  const { types, isCheck } = options;
  const reportFileName = `${entry === '.' ? 'index' : entry.slice(2).replaceAll('/', '-')}.api.md`;
  const reportFolder = join(folder, 'api');
  mkdirSync(reportFolder, { recursive: true });
  if (isCheck && !existsSync(join(reportFolder, reportFileName)))
    return { entry, hasChanged: true, undocumented: [] };
  const config = prepareConfig(folder, types, { reportFileName, reportFolder });
  const undocumented: string[] = [];
  const { apiReportChanged, errorCount } = Extractor.invoke(config, {
    localBuild: !isCheck,
    ...(options.compilerState !== undefined && { compilerState: options.compilerState }),
    messageCallback: (message) => {
      if (message.messageId === 'ae-undocumented')
        undocumented.push(`${relative(root, message.sourceFilePath ?? types)}: ${message.text}`);
      message.handled = message.logLevel !== ExtractorLogLevel.Error;
    },
  });
  if (errorCount > 0) throw new Error(`${join(folder, types)} does not compile. See the messages above.`);
  return { entry, hasChanged: apiReportChanged, undocumented };
}

/** Prepares the settings of API Extractor for one entry. */
function prepareConfig(
  folder: string,
  types: string,
  report?: { readonly reportFileName: string; readonly reportFolder: string },
): ExtractorConfig {
  return ExtractorConfig.prepare({
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
        ...report,
        reportTempFolder: join(
          root,
          'node_modules',
          '.cache',
          'api-reports',
          relative(root, folder).replaceAll('..', ''),
        ),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: {
          default: { logLevel: ExtractorLogLevel.None },
          'ae-undocumented': { logLevel: ExtractorLogLevel.Warning },
        },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of reportedPackages) {
    const reports = writeApiReports(name, { isCheck: false });
    const changed = reports.filter(({ hasChanged }) => hasChanged).map(({ entry }) => entry);
    console.log(`${name}: ${changed.length === 0 ? 'unchanged' : `changed: ${changed.join(', ')}`}`);
    const undocumented = reports.flatMap((report) => report.undocumented);
    for (const sentence of undocumented) console.error(sentence);
    if (undocumented.length > 0) process.exitCode = 1;
  }
}
