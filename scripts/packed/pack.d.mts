/** The folders of the packages that are published. */
export declare const publishedPackages: readonly string[];

/** Packs every package into a folder. Rejects if a package is not built. */
export declare function packPackages(folder: string): Promise<void>;
