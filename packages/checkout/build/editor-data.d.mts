interface Named {
  readonly name: string;
}

export function createEditorData(): {
  readonly 'web-types.json': { readonly version: string };
  readonly 'vscode.html-custom-data.json': {
    readonly tags: readonly (Named & {
      readonly attributes: readonly (Named & { readonly values?: readonly Named[] })[];
    })[];
  };
  readonly 'vscode.css-custom-data.json': { readonly properties: readonly Named[] };
};
