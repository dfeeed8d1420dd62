import type { SpeechLanguage } from '../../../shared/domain/language.ts'
import { type Composer, createComposer, type Part } from '../../../shared/speech/compose.ts'
import type { Counting } from '../../../shared/speech/grammar.ts'
import { grammarOf } from '../../../shared/speech/grammars.ts'
import type { SpeechClip, SpeechManifest } from '../../../shared/speech/manifest.ts'
import { keepRunning, soundContext } from '../sound.ts'

/** Delay in seconds between scheduling a sound and its start, so that a busy page does not miss the start. */
const AHEAD = 0.01

/** Volume and speed of a voice. `gain`: 1 as recorded. `pace`: 2 for twice as fast. */
export interface Tone {
  readonly gain: number
  readonly pace: number
}

/** Plays clips without gaps, by scheduling each clip before the previous clip ends. */
export class Player {
  readonly #sounding = new Set<AudioBufferSourceNode>()
  readonly #paced = new WeakMap<AudioBuffer, { readonly pace: number; readonly buffer: AudioBuffer }>()
  #tone: Tone = { gain: 1, pace: 1 }
  #output: GainNode | null = null

  get tone(): Tone {
    return this.#tone
  }

  /** Changes the volume immediately, and the pace from the next clip on. */
  tune(tone: Tone): void {
    this.#tone = tone
    if (this.#output) this.#output.gain.value = tone.gain
  }

  /** Resolves when the last part has finished playing. */
  async play(
    parts: readonly Part[],
    sound: (clip: string) => Promise<AudioBuffer>,
    goesOn: () => boolean,
  ): Promise<void> {
    const context = soundContext()
    const decoded = parts.map((part) => ('clip' in part ? sound(part.clip) : part.silence))
    let at = 0
    let ended: Promise<void> | null = null
    for (const each of decoded) {
      if (typeof each === 'number') {
        at += each / this.#tone.pace
        continue
      }
      const buffer = await each
      if (!goesOn()) return
      const paced = this.#atPace(context, buffer)
      at = Math.max(at, context.currentTime + AHEAD)
      ended = this.#start(context, paced, at)
      at += paced.duration
    }
    await ended
  }

  stop(): void {
    for (const source of this.#sounding) source.stop()
    this.#sounding.clear()
  }

  #atPace(context: AudioContext, buffer: AudioBuffer): AudioBuffer {
    const { pace } = this.#tone
    if (pace === 1) return buffer
    const known = this.#paced.get(buffer)
    if (known?.pace === pace) return known.buffer
    const made = stretch(context, buffer, pace)
    this.#paced.set(buffer, { pace, buffer: made })
    return made
  }

  #start(context: AudioContext, buffer: AudioBuffer, at: number): Promise<void> {
    this.#output ??= openOutput(context)
    this.#output.gain.value = this.#tone.gain
    const source = context.createBufferSource()
    source.buffer = buffer
    source.connect(this.#output)
    this.#sounding.add(source)
    keepRunning(source)
    source.start(at)
    return new Promise((resolve) => {
      source.addEventListener('ended', () => {
        this.#sounding.delete(source)
        resolve()
      })
    })
  }
}

/** Creates the output. A limiter prevents distortion if the voice is louder than recorded. */
function openOutput(context: AudioContext): GainNode {
  const gain = context.createGain()
  const limiter = context.createDynamicsCompressor()
  limiter.threshold.value = -3
  limiter.knee.value = 0
  limiter.ratio.value = 20
  limiter.attack.value = 0.002
  limiter.release.value = 0.1
  gain.connect(limiter).connect(context.destination)
  return gain
}

function stretch(context: AudioContext, buffer: AudioBuffer, pace: number): AudioBuffer {
  const channels = Array.from({ length: buffer.numberOfChannels }, (_, channel) =>
    stretched(buffer.getChannelData(channel), pace, buffer.sampleRate),
  )
  const made = context.createBuffer(channels.length, channels[0]?.length ?? 1, buffer.sampleRate)
  channels.forEach((samples, channel) => made.copyToChannel(samples, channel))
  return made
}

/** Overlap of consecutive pieces of sound, and maximum shift of a piece from its nominal position, in seconds. */
const OVERLAP = 0.015
const SEARCH = 0.01
/** Only every third sample is compared, which is enough to align the waves of two pieces. */
const STRIDE = 3

/** Returns the sound at another speed without changing the pitch of the voice (WSOLA). `rate`: 2 for twice as fast. */
export function stretched(samples: Float32Array, rate: number, hertz: number): Float32Array<ArrayBuffer> {
  const step = Math.round(OVERLAP * hertz)
  const reach = Math.round(SEARCH * hertz)
  const out = new Float32Array(Math.round(samples.length / rate))
  out.set(samples.subarray(0, Math.min(step, out.length)))
  let goesOn = step
  for (let at = step; at < out.length; at += step) {
    const from = nearest(samples, goesOn, Math.round(at * rate), step, reach)
    for (let each = 0; each < step && at + each < out.length; each++) {
      const share = 0.5 - 0.5 * Math.cos((Math.PI * each) / step)
      out[at + each] = (samples[goesOn + each] ?? 0) * (1 - share) + (samples[from + each] ?? 0) * share
    }
    goesOn = from + step
  }
  return out
}

/** Returns the position near `place` where the sound is most similar to its continuation at `goesOn`. */
function nearest(samples: Float32Array, goesOn: number, place: number, length: number, reach: number): number {
  let best = place
  let most = -Infinity
  for (let from = Math.max(0, place - reach); from <= place + reach; from += STRIDE) {
    let alike = 0
    let power = 1e-9
    for (let each = 0; each < length; each += STRIDE) {
      const one = samples[from + each] ?? 0
      alike += one * (samples[goesOn + each] ?? 0)
      power += one * one
    }
    const likeness = alike / Math.sqrt(power)
    if (likeness > most) [best, most] = [from, likeness]
  }
  return best
}

export interface SpeechPack {
  readonly compose: Composer
  /** Returns a decoded clip by its key in the manifest. Rejects if its file cannot be read. */
  readonly sound: (clip: string) => Promise<AudioBuffer>
}

/** Seconds of decoded sound to cache. They take 12 MB and cover all texts that a sale repeats. */
const KEPT_SECONDS = 60

const packs = new Map<string, Promise<SpeechPack | null>>()

/**
 * Returns the speech pack of a language, from folders below `/speech/`; later folders take precedence. Resolves to null
 * if a folder cannot be read.
 */
export function speechPack(tongue: SpeechLanguage, folders: readonly string[]): Promise<SpeechPack | null> {
  const name = [tongue, ...folders].join(' ')
  const known = packs.get(name)
  if (known) return known
  const pack = openPack(tongue, folders).catch(() => {
    packs.delete(name)
    return null
  })
  packs.set(name, pack)
  return pack
}

/** Reads the current pack, bypassing the cache. Rejects if the pack cannot be read. */
export async function openPack(tongue: SpeechLanguage, folders: readonly string[]): Promise<SpeechPack> {
  const clips = new Map<string, SpeechClip & { readonly folder: string }>()
  let counting: Counting | undefined
  for (const folder of folders) {
    const manifest = (await (await read(`${folder}/manifest.json`)).json()) as SpeechManifest
    if (manifest.language === tongue) counting ??= manifest.counting
    for (const [key, clip] of Object.entries(manifest.clips)) clips.set(key, { ...clip, folder })
  }
  const files = new Map<string, Promise<ArrayBuffer>>()
  const fileOf = (path: string): Promise<ArrayBuffer> => {
    const known = files.get(path)
    if (known) return known
    const bytes = read(path).then((reply) => reply.arrayBuffer())
    files.set(path, bytes)
    bytes.catch(() => files.delete(path))
    return bytes
  }
  async function decode(key: string): Promise<AudioBuffer> {
    const clip = clips.get(key)
    if (!clip) throw new Error(`no clip "${key}"`)
    const { folder, file, from = 0, bytes } = clip
    // For a file with a single clip, only the decoded sound is retained.
    const path = `${folder}/${file}`
    const whole = await (bytes === undefined ? read(path).then((reply) => reply.arrayBuffer()) : fileOf(path))
    // Decodes a copy, because decoding detaches the buffer.
    return soundContext().decodeAudioData(whole.slice(from, bytes === undefined ? undefined : from + bytes))
  }
  // Loads the file that contains many clips in advance, because the first word already needs the file.
  const shared = [...clips.values()].find(({ bytes }) => bytes !== undefined)
  if (shared) await fileOf(`${shared.folder}/${shared.file}`)
  return { compose: createComposer(grammarOf(tongue, counting), new Set(clips.keys())), sound: keeping(decode) }
}

async function read(path: string): Promise<Response> {
  const reply = await fetch(`/speech/${path}`)
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
  return reply
}

function keeping(decode: (key: string) => Promise<AudioBuffer>): (key: string) => Promise<AudioBuffer> {
  const kept = new Map<string, Promise<AudioBuffer>>()
  const lengths = new Map<string, number>()
  let seconds = 0
  const forget = (key: string): void => {
    kept.delete(key)
    seconds -= lengths.get(key) ?? 0
    lengths.delete(key)
  }
  return (key) => {
    const known = kept.get(key)
    if (known) {
      kept.delete(key)
      kept.set(key, known)
      return known
    }
    const sound = decode(key)
    kept.set(key, sound)
    sound.then(
      ({ duration }) => {
        lengths.set(key, duration)
        seconds += duration
        for (const oldest of lengths.keys()) if (seconds > KEPT_SECONDS && oldest !== key) forget(oldest)
      },
      () => kept.delete(key),
    )
    return sound
  }
}
