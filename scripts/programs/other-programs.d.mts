/** The reason why the independent signer cannot run, or undefined if this machine has python3 3.9 or newer. */
export declare function whyNoPython(): string | undefined;
/** The reason why the commands of the documents for a backup of SQLite cannot run, or undefined. */
export declare function whyNoSqlite3(): string | undefined;
/** The reason why the alert rules of docs/monitoring cannot be evaluated, or undefined. */
export declare function whyNoPromtool(): string | undefined;
/** Installs Debian's Prometheus, which has promtool, if it is missing and can be installed without a password. */
export declare function installPromtool(): void;
