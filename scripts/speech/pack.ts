import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { threadId } from 'node:worker_threads'
import type { Language } from '../../shared/domain/language.ts'
import type { SpeechManifest } from '../../shared/speech/manifest.ts'
import type { SpokenLine } from './screen-texts.ts'
import { recipe, type Recording, type Synthesiser } from './synthesiser.ts'

export interface PackOrder {
  readonly languages: readonly Language[]
  readonly target: string
}

const cache = fileURLToPath(new URL('../../node_modules/.cache/speech', import.meta.url))

export function inBatches<T>(all: readonly T[], batches: number): readonly (readonly T[])[] {
  return Array.from({ length: batches }, (_, batch) => all.filter((_each, at) => at % batches === batch))
}

/** Writes the manifest of a language and one file with all clips in sequence. */
export function writePack(
  folder: string,
  language: Language,
  lines: readonly SpokenLine[],
  synthesiser: Synthesiser,
): { readonly seconds: number; readonly bytes: number } {
  const clips: Record<string, SpeechManifest['clips'][string]> = {}
  const files: Buffer[] = []
  let at = 0
  let sounding = 0
  for (const { key, text, voice } of lines) {
    const { file, seconds } = recordingOf(text, voice, synthesiser)
    clips[key] = { file: 'clips.opus', from: at, bytes: file.length, seconds }
    files.push(file)
    at += file.length
    sounding += seconds
  }
  const manifest: SpeechManifest = {
    format: 'guichet-speech/1',
    language,
    voice: { synthetic: true, by: 'eSpeak NG' },
    licence: 'CC0-1.0',
    clips,
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'clips.opus'), Buffer.concat(files))
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest)}\n`)
  return { seconds: sounding, bytes: at }
}

/** Returns a recording from the cache, or synthesises it. Cached files start with the duration in ms (four bytes). */
function recordingOf(text: string, voice: string, { say }: Synthesiser): Recording {
  const name = createHash('sha256').update([recipe, voice, text].join('\n')).digest('hex')
  const path = join(cache, name.slice(0, 2), name)
  if (existsSync(path)) {
    const kept = readFileSync(path)
    return { file: kept.subarray(4), seconds: kept.readUInt32LE(0) / 1000 }
  }
  const said = say(text, voice)
  const milliseconds = Buffer.alloc(4)
  milliseconds.writeUInt32LE(Math.round(said.seconds * 1000))
  mkdirSync(join(cache, name.slice(0, 2)), { recursive: true })
  // Writes the file atomically, because another process may be making packs.
  const fresh = `${path}.${process.pid}.${threadId}`
  writeFileSync(fresh, Buffer.concat([milliseconds, said.file]))
  renameSync(fresh, path)
  return said
}
