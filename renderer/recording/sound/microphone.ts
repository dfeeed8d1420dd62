import workletAddress from './listening.worklet.ts?worker&url'

/** Seconds before the key press that belong to the recording, because people begin to speak immediately. */
const BEFORE_SECONDS = 0.25
/** Number of most recent seconds by which the level is judged. */
const JUDGED_SECONDS = 6

export type Microphone = Awaited<ReturnType<typeof openMicrophone>>

/**
 * Opens the microphone. Rejects if there is none or if access is denied. The browser's processing of the sound is
 * switched off.
 */
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
  /** Calls `heard` with each fiftieth of a second of sound. Call the returned function to stop. */
  const listen = (heard: (piece: Float32Array) => void): (() => void) => {
    listeners.add(heard)
    return () => listeners.delete(heard)
  }
  return {
    rate,
    listen,
    /** Returns the sound of the last `JUDGED_SECONDS` seconds. */
    lately: (): Float32Array => joined(past),
    /**
     * Starts a recording. It includes the last `quietFor` seconds before the call, at most `BEFORE_SECONDS`. The
     * returned function ends the recording and returns the sound.
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
