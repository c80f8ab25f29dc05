// The parts of pngjs that the tests use. The package has no types.
declare module 'pngjs' {
  interface Options {
    readonly deflateLevel?: number;
    readonly deflateStrategy?: number;
    readonly colorType?: number;
    readonly filterType?: number;
  }

  export class PNG {
    constructor(size: { readonly width: number; readonly height: number });
    readonly width: number;
    readonly height: number;
    readonly data: Buffer;
    static readonly sync: {
      read(file: Buffer): PNG;
      write(image: PNG, options?: Options): Buffer;
    };
  }
}
