import workletAddress from './listening.worklet.ts?worker&url'

/** Seconds of sound retained from before the key press, because people begin to speak immediately. */
const BEFORE_SECONDS = 0.25
/** Seconds of recent sound from which the level is determined. */
const JUDGED_SECONDS = 6

export type Microphone = Awaited<ReturnType<typeof openMicrophone>>

/** Opens the microphone without the browser's sound processing. Rejects without a microphone or permission. */
export async function openMicrophone() {
  const constraints = { echoCancellation: false, noiseSuppression: false, autoGainControl: false, channelCount: 1 }
  const stream = await navigator.mediaDevices.getUserMedia({ audio: constraints })
  const context = new AudioContext()
  await context.audioWorklet.addModule(workletAddress)
  const node = new AudioWorkletNode(context, 'listening', { numberOfOutputs: 0 })
  context.createMediaStreamSource(stream).connect(node)
  await context.resume()
  const rate = context.sampleRate
  const listeners = new Set<(piece: Float32Array) => void>()
  let past: Float32Array[] = []
  node.port.addEventListener('message', ({ data }: MessageEvent<Float32Array>) => {
    past = [...past, data].slice(-Math.ceil(JUDGED_SECONDS * 50))
    for (const heard of listeners) heard(data)
  })
  node.port.start()
  /** Calls `heard` with each fiftieth of a second of sound. Returns a function that stops the calls. */
  const listen = (heard: (piece: Float32Array) => void): (() => void) => {
    listeners.add(heard)
    return () => listeners.delete(heard)
  }
  return {
    rate,
    listen,
    lately: (): Float32Array => joined(past),
    /**
     * Starts a recording that includes the last `quietFor` seconds before the call, at most `BEFORE_SECONDS`. Returns a
     * function that ends the recording and returns the sound.
     */
    take(quietFor: number): () => Float32Array {
      const before = Math.min(Math.max(quietFor, 0), BEFORE_SECONDS)
      const pieces = before === 0 ? [] : past.slice(-Math.ceil(before * 50))
      const end = listen((piece) => void pieces.push(piece))
      return () => {
        end()
        return joined(pieces)
      }
    },
    close(): void {
      for (const track of stream.getTracks()) track.stop()
      void context.close()
    },
  }
}

function joined(pieces: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
