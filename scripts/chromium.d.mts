/** Flags for a quiet, isolated browser. */
export declare const chromiumArgs: readonly string[];
/** Path of a Chromium or Chrome on this machine. Throws one sentence that says what to do. */
export declare function chromiumPath(): string;
/** As chromiumPath, after installing Debian's chromium where that is possible without asking. */
export declare function ensureChromium(): string;
