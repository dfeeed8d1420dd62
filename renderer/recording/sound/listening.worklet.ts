/** Runs on the audio thread and posts the microphone's sound in pieces of a fiftieth of a second. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare const registerProcessor: (name: string, processor: typeof AudioWorkletProcessor) => void
declare const sampleRate: number

class Listening extends AudioWorkletProcessor {
  #piece = new Float32Array(Math.round(sampleRate / 50))
  #filled = 0

  process([input = []]: readonly (readonly Float32Array[])[]): boolean {
    for (const sample of input[0] ?? []) {
      this.#piece[this.#filled] = sample
      this.#filled += 1
      if (this.#filled < this.#piece.length) continue
      this.port.postMessage(this.#piece, [this.#piece.buffer])
      this.#piece = new Float32Array(this.#filled)
      this.#filled = 0
    }
    return true
  }
}

registerProcessor('listening', Listening)
