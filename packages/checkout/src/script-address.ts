/**
 * The address of the script that a script tag loads; empty where a bundler made the script. A classic script knows it only
 * while it runs. The build of the ES module puts `import.meta.url` here.
 */
export const scriptAddress: string = addressOf(globalThis.document?.currentScript ?? null);

function addressOf(script: HTMLOrSVGScriptElement | null): string {
  return script !== null && 'src' in script ? script.src : '';
}
