declare module '@echogarden/espeak-ng-emscripten' {
  interface Worker {
    readonly samplerate: number
    set_voice(name: string): number
    set_rate(wordsPerMinute: number): void
    /** Calls back with each piece of sound, 16 bits a sample; null at its end. */
    synthesize(text: string, heard: (audio: ArrayBuffer | null) => boolean): void
  }
  export default function create(): Promise<{ readonly eSpeakNGWorker: new () => Promise<Worker> }>
}
