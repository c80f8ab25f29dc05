/** Lists the files below a root, without those that its .gitignore names, as relative paths with slashes. */
export declare function listProjectFiles(root: string): string[];
