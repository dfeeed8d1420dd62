// A WebAssembly voice of eSpeak NG, recorded as Opus in Ogg. The program contains only the recordings.
import type OpusScript from 'opusscript/index.js'
import { oggOpus } from './ogg-opus.ts'

/** Opus does not support the voice's rate of 22,050 Hz. */
const RATE = 24_000
const BITS_PER_SECOND = 13_000
/** Samples in a frame of 20 ms. */
const FRAME = RATE / 50
/** Delay of the Opus encoder, in samples at 48 kHz. */
const LATE = 312
/** Words per minute, slow enough for a customer in a crowd. */
const PACE = 150
/**
 * Samples quieter than `SILENT` are trimmed at both ends of a recording. `KEPT_SECONDS` remain at each end, so that
 * consecutive recordings stay distinct.
 */
const SILENT = 200
const KEPT_SECONDS = 0.015

export interface Recording {
  readonly file: Buffer
  readonly seconds: number
}

export interface Synthesiser {
  readonly say: (text: string, voice: string) => Recording
}

/** Parameters of the speech clips. Any change to this text causes all clips to be made again. */
export const recipe = `espeak-ng ${PACE}, opus ${BITS_PER_SECOND}, 1`

/** Requires the packages of this folder to be installed. */
export async function createSynthesiser(): Promise<Synthesiser> {
  const { default: createESpeak } = await import('@echogarden/espeak-ng-emscripten')
  const { default: Opus } = await import('opusscript/index.js')
  const espeak = await new (await createESpeak()).eSpeakNGWorker()
  espeak.set_rate(PACE)
  const rate = espeak.samplerate
  return {
    say(text, voice) {
      espeak.set_voice(voice)
      const pieces: Int16Array[] = []
      espeak.synthesize(text, (audio) => {
        if (audio) pieces.push(new Int16Array(audio.slice(0)))
        return false
      })
      return encoded(resampled(trimmed(joined(pieces), rate), rate), Opus)
    },
  }
}

function joined(pieces: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

function trimmed(samples: Int16Array, rate: number): Int16Array {
  const kept = Math.round(KEPT_SECONDS * rate)
  const first = samples.findIndex((sample) => Math.abs(sample) > SILENT)
  const last = samples.findLastIndex((sample) => Math.abs(sample) > SILENT)
  return first < 0 ? samples.slice(0, kept) : samples.slice(Math.max(0, first - kept), last + kept)
}

/** Resamples by Catmull-Rom interpolation, which blurs only frequencies that a voice at 22 kHz lacks. */
function resampled(samples: Int16Array, rate: number): Int16Array {
  const of = (at: number): number => samples[Math.min(Math.max(at, 0), samples.length - 1)] ?? 0
  return Int16Array.from({ length: Math.floor((samples.length * RATE) / rate) }, (_, index) => {
    const position = (index * rate) / RATE
    const at = Math.floor(position)
    const t = position - at
    const [a, b, c, d] = [of(at - 1), of(at), of(at + 1), of(at + 2)]
    const value = b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
    return Math.min(Math.max(Math.round(value), -32_768), 32_767)
  })
}

function encoded(samples: Int16Array, Opus: typeof OpusScript): Recording {
  const encoder = new Opus(RATE, 1, Opus.Application.VOIP)
  encoder.setBitrate(BITS_PER_SECOND)
  const late = Math.round((LATE * RATE) / 48_000)
  const packets = Array.from({ length: Math.ceil((samples.length + late) / FRAME) }, (_, index) => {
    const frame = Buffer.alloc(FRAME * 2)
    samples.slice(index * FRAME, (index + 1) * FRAME).forEach((sample, at) => frame.writeInt16LE(sample, at * 2))
    return Buffer.from(encoder.encode(frame, FRAME))
  })
  encoder.delete()
  const to48 = 48_000 / RATE
  const file = oggOpus({ packets, samplesEach: FRAME * to48, skip: LATE, samples: samples.length * to48 })
  return { file, seconds: Math.round((samples.length / RATE) * 1000) / 1000 }
}
