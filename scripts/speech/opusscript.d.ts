// The package declares the module `opusscript`, but a fresh clone does not have the package. Declared by its file name,
// the module has the same types with and without the package.
declare module 'opusscript/index.js' {
  export default class OpusScript {
    static readonly Application: { readonly VOIP: number }
    constructor(samplesPerSecond: number, channels: number, application: number)
    setBitrate(bitsPerSecond: number): void
    encode(frame: Buffer, samples: number): Buffer
    delete(): void
  }
}
