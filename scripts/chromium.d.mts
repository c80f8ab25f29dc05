/** Flags for a quiet, isolated browser. */
export declare const chromiumArgs: readonly string[];
/** Path of a Chromium or Chrome on this machine. Throws one sentence that says what to do. */
export declare function chromiumPath(): string;
/** Path of Chromium's headless shell, otherwise of the whole browser. The shell has no back/forward cache and no autofill. */
export declare function headlessShellPath(): string;
/** Finds the browsers of the tests, after installing Debian's packages where that is possible without asking. */
export declare function ensureChromium(): void;
