// The package declares `opusscript`, which a fresh clone does not have: by the name of its file both are the same to it.
declare module 'opusscript/index.js' {
  export default class OpusScript {
    static readonly Application: { readonly VOIP: number }
    constructor(samplesPerSecond: number, channels: number, application: number)
    setBitrate(bitsPerSecond: number): void
    encode(frame: Buffer, samples: number): Buffer
    delete(): void
  }
}
