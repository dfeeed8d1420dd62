import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isOnlySpoken, type Tongue, writtenIn } from '../../../shared/domain/language.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { grammarOf } from '../../../shared/speech/grammars.ts'
import {
  type Introduction,
  type KeepFailure,
  type Line,
  MOST_RECORDED_SECONDS,
  type RecordingLine,
  type RecordingView,
  type SpeechManifest,
} from '../../../shared/speech/line.ts'
import { usualCounting } from '../../../shared/speech/grammar.ts'
import { keyOf } from '../../../shared/speech/tokens.ts'
import { secondsOfWav } from '../../../shared/speech/wav.ts'
import type { RecordingDesk, SpeechFile } from '../../core/ports/ports.ts'
import { replaceFile, writeWhole } from '../../host/files/whole-file.ts'
import { readSpeechPack, speechFiles, speechFolders, type SpeechPlaces } from './speech-packs.ts'

/**
 * The venue's pack of a language while it is being recorded: after each step it is a pack, of what there is by then. Throws
 * where there is one already that is broken, which nobody may write over.
 */
export function openRecording(places: SpeechPlaces, tongue: Tongue, texts: readonly Line[]): RecordingDesk {
  const folder = join(places.dataDirectory, 'speech', tongue)
  const asked = eachTextOnce(texts)
  const own: SpeechFile = { name: `${tongue}/venue/manifest.json`, path: join(folder, 'manifest.json') }
  const references = speechFolders(places).packs.filter(({ at }) => at === writtenIn(tongue))

  /** Read each time: somebody else may record at the same machine. */
  function manifestNow(): SpeechManifest | null {
    const found = readSpeechPack(folder, tongue)
    if (typeof found === 'string') throw new Error(`${own.path}: ${found}`)
    return found
  }
  manifestNow()

  function linesOf({ clips }: Pick<SpeechManifest, 'clips'>): readonly RecordingLine[] {
    const known = new Set(asked.flatMap(({ keys }) => keys))
    const names = Object.keys(clips).filter((key) => !known.has(key))
    return [...asked, ...names.map((key): RecordingLine => ({ keys: [key], text: key, group: 'names' }))].map(
      (line) => {
        const file = clips[line.keys[0] ?? '']?.file
        return { ...line, ...(file !== undefined && { file }) }
      },
    )
  }

  return {
    view(): RecordingView {
      const manifest = manifestNow()
      return {
        tongue,
        folder,
        introduction: manifest && introductionOf(manifest),
        counting: manifest?.counting ?? usualCounting,
        lines: linesOf(manifest ?? { clips: {} }),
        references: references.map(({ at }) => at),
      }
    },
    introduce({ by, licence, counting }: Introduction) {
      const voice = { synthetic: false, by }
      const said = isOnlySpoken(tongue) && { counting: counting ?? usualCounting }
      const clips = manifestNow()?.clips ?? {}
      writeWhole(own.path, { format: 'guichet-speech/1', language: tongue, voice, licence, ...said, clips })
    },
    keep(text: string, wav: Uint8Array): Result<RecordingLine, KeepFailure> {
      const manifest = manifestNow()
      if (!manifest) return err({ type: 'not-introduced' })
      const line = lineFor(text, asked, tongue)
      if (!line) return err({ type: 'not-asked' })
      const seconds = secondsOfWav(wav)
      if (seconds === null) return err({ type: 'not-a-recording' })
      if (seconds > MOST_RECORDED_SECONDS) return err({ type: 'too-long' })
      const file = fileNameOf(line)
      writeSound(folder, file, wav)
      const clip = { file, seconds: Math.round(seconds * 1000) / 1000 }
      const clips = { ...manifest.clips, ...Object.fromEntries(line.keys.map((key) => [key, clip])) }
      writeWhole(own.path, { ...manifest, clips })
      return ok({ ...line, file })
    },
    /** Of the pack as it is by now, and of those that texts are heard in before. */
    files() {
      const manifest = manifestNow()
      const sounds = Object.values(manifest?.clips ?? {})
      const recorded = sounds.map(({ file }) => ({ name: `${tongue}/venue/${file}`, path: join(folder, file) }))
      return [...speechFiles(references), ...(manifest ? [own, ...recorded] : [])]
    },
  }
}

const introductionOf = ({ voice: { by }, licence, counting }: SpeechManifest): Introduction => ({
  by,
  licence,
  ...(counting && { counting }),
})

/** `janvier` and `janv.` are said in the same way. */
function eachTextOnce(texts: readonly Line[]): readonly RecordingLine[] {
  const lines = new Map<string, RecordingLine>()
  for (const { key, ...line } of texts) {
    const name = `${line.group} ${line.text} ${key.startsWith('[') ? key : ''}`
    const before = lines.get(name)
    lines.set(name, before ? { ...before, keys: [...before.keys, key] } : { ...line, keys: [key] })
  }
  return [...lines.values()]
}

/** What is asked for, by its key; else a name of the venue's own, by its text. */
function lineFor(text: string, asked: readonly RecordingLine[], tongue: Tongue): RecordingLine | null {
  const known = asked.find(({ keys }) => keys.includes(text))
  if (known) return known
  const key = keyOf(text, grammarOf(tongue))
  return key === '' || key.length > 200 || !/\p{L}/u.test(key) ? null : { keys: [key], text, group: 'names' }
}

/** The same each time: a second try takes the place of the first. */
function fileNameOf({ keys: [key = ''], text }: RecordingLine): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const readable = plain.replace(/[^a-z0-9]+/gu, '-').replace(/^-+|-+$/gu, '')
  return `${`${readable.slice(0, 40)}-`.replace(/^-+/u, '')}${createHash('sha256').update(key).digest('hex').slice(0, 10)}.wav`
}

/** Whole, or as it was before. */
function writeSound(folder: string, name: string, wav: Uint8Array): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const beside = join(folder, `${name}.part`)
  const file = openSync(beside, 'w', 0o600)
  try {
    writeSync(file, wav)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  replaceFile(beside, join(folder, name))
}
