// The module is declared by its file name, so that its types are the same with and without the installed package.
declare module 'opusscript/index.js' {
  export default class OpusScript {
    static readonly Application: { readonly VOIP: number }
    constructor(samplesPerSecond: number, channels: number, application: number)
    setBitrate(bitsPerSecond: number): void
    encode(frame: Buffer, samples: number): Buffer
    delete(): void
  }
}
