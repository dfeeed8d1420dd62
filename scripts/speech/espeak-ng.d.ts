declare module '@echogarden/espeak-ng-emscripten' {
  interface Worker {
    readonly samplerate: number
    set_voice(name: string): number
    set_rate(wordsPerMinute: number): void
    /** Calls `heard` with each piece of audio, 16 bits per sample, and with null at the end. */
    synthesize(text: string, heard: (audio: ArrayBuffer | null) => boolean): void
  }
  export default function create(): Promise<{ readonly eSpeakNGWorker: new () => Promise<Worker> }>
}
