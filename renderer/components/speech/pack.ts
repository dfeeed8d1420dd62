import type { Tongue } from '../../../shared/domain/language.ts'
import { createComposer, type Composer } from '../../../shared/speech/compose.ts'
import { grammarOf } from '../../../shared/speech/grammars.ts'
import type { Counting } from '../../../shared/speech/grammar.ts'
import type { SpeechClip, SpeechManifest } from '../../../shared/speech/line.ts'
import { soundContext } from '../loudspeaker.ts'

export interface SpeechPack {
  readonly compose: Composer
  /** Decoded, by its key in the manifest. Rejects where its file cannot be read. */
  readonly sound: (clip: string) => Promise<AudioBuffer>
}

/** Of decoded sound so much is kept: 12 MB, and all that a sale says again and again. */
const KEPT_SECONDS = 60

const packs = new Map<string, Promise<SpeechPack | null>>()

/**
 * What a language is said with, from folders below `/speech/`: of a clip that several have, that of the last one sounds.
 * Null where one cannot be read.
 */
export function speechPack(tongue: Tongue, folders: readonly string[]): Promise<SpeechPack | null> {
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

/** The same, as it is at this moment. Rejects where it cannot be read. */
export async function openPack(tongue: Tongue, folders: readonly string[]): Promise<SpeechPack> {
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
    // Of a file with one clip only what was decoded is kept.
    const path = `${folder}/${file}`
    const whole = await (bytes === undefined ? read(path).then((reply) => reply.arrayBuffer()) : fileOf(path))
    // A copy: who decodes it takes it away.
    return soundContext().decodeAudioData(whole.slice(from, bytes === undefined ? undefined : from + bytes))
  }
  // A file with many clips is needed at the first word.
  const shared = [...clips.values()].find(({ bytes }) => bytes !== undefined)
  if (shared) await fileOf(`${shared.folder}/${shared.file}`)
  return { compose: createComposer(grammarOf(tongue, counting), new Set(clips.keys())), sound: keeping(decode) }
}

async function read(path: string): Promise<Response> {
  const reply = await fetch(`/speech/${path}`)
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
  return reply
}

/** The sounds that were asked for last are kept. */
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
