/** Returns the environment with the network settings of npm also under the names that other programs read. */
export declare function addNetworkSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
