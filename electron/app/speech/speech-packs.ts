import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../../../shared/error-message.ts'
import { languages, type Language } from '../../../shared/domain/language.ts'
import { parseJson } from '../../../shared/parse-json.ts'
import { speechManifestSchema, type SpeechManifest } from '../../../shared/speech/manifest.ts'
import type { SpeechFile } from '../../core/ports/speech-file.ts'

const MOST_MANIFEST_BYTES = 4 * 1024 * 1024
const MOST_SOUND_BYTES = 64 * 1024 * 1024

export interface SpeechPack {
  /** Below `/speech/`: `fr`, or `fr/names` for what a venue adds to whatever pack there is. */
  readonly at: string
  readonly language: Language
  readonly folder: string
  /** What a page may fetch of it. */
  readonly files: readonly string[]
}

export interface SpeechFolders {
  readonly packs: readonly SpeechPack[]
  /** Of the venue's own, what is not used, and why. */
  readonly refused: readonly { readonly manifest: string; readonly why: string }[]
}

export interface SpeechPlaces {
  readonly resourcesDirectory: string
  readonly dataDirectory: string
}

/** Of a pack that comes with the program: it is as it was made, and a start has no time to read it. */
const ownFiles = ['manifest.json', 'clips.opus']

/** The venue's own pack of each language, else the one of the program; and the names that the venue adds to it. */
export function speechFolders({ resourcesDirectory, dataDirectory }: SpeechPlaces): SpeechFolders {
  const packs: SpeechPack[] = []
  const refused: SpeechFolders['refused'][number][] = []
  const take = (folder: string, at: string, language: Language): boolean => {
    const manifest = readSpeechPack(folder, language)
    if (manifest === null) return false
    if (typeof manifest === 'string') refused.push({ manifest: join(folder, 'manifest.json'), why: manifest })
    else packs.push({ at, language, folder, files: ['manifest.json', ...soundsOf(manifest)] })
    return typeof manifest !== 'string'
  }
  for (const language of languages) {
    const venues = join(dataDirectory, 'speech', language)
    const folder = join(resourcesDirectory, 'speech', language)
    const isThere = ownFiles.every((file) => existsSync(join(folder, file)))
    if (!take(venues, language, language) && isThere) packs.push({ at: language, language, folder, files: ownFiles })
    take(join(venues, 'names'), `${language}/names`, language)
  }
  return { packs, refused }
}

export function speechFiles(packs: readonly SpeechPack[]): readonly SpeechFile[] {
  return packs.flatMap(({ at, folder, files }) =>
    files.map((file) => ({ name: `${at}/${file}`, path: join(folder, file) })),
  )
}

const soundsOf = ({ clips }: SpeechManifest): readonly string[] => [
  ...new Set(Object.values(clips).map(({ file }) => file)),
]

/** The manifest in a folder; null where there is none, a sentence where it cannot be used. */
export function readSpeechPack(folder: string, language: Language): SpeechManifest | string | null {
  const path = join(folder, 'manifest.json')
  if (!existsSync(path)) return null
  try {
    const fault = faultOfFile(path, MOST_MANIFEST_BYTES)
    if (fault !== null) return fault
    const parsed = speechManifestSchema.safeParse(parseJson(readFileSync(path, 'utf8')))
    if (!parsed.success) return `it is no manifest of a speech pack: ${parsed.error.issues[0]?.message}`
    if (parsed.data.language !== language) return `it is of the language "${parsed.data.language}", not "${language}"`
    return faultOfSounds(folder, parsed.data) ?? parsed.data
  } catch (error) {
    return `it cannot be read: ${messageOf(error)}`
  }
}

function faultOfSounds(folder: string, manifest: SpeechManifest): string | null {
  for (const file of soundsOf(manifest)) {
    const path = join(folder, file)
    if (!existsSync(path)) return `its sound ${file} is not there`
    const fault = faultOfFile(path, MOST_SOUND_BYTES)
    if (fault !== null) return `${file}: ${fault}`
    const { size } = lstatSync(path)
    const clips = Object.values(manifest.clips).filter((clip) => clip.file === file)
    if (clips.some(({ from = 0, bytes = 0 }) => from + bytes > size)) return `${file} ends before the clips named of it`
  }
  return null
}

/** A link could lead out of the folder, to a file that is nobody's business. */
function faultOfFile(path: string, most: number): string | null {
  const file = lstatSync(path)
  if (!file.isFile()) return 'it is no file of its own, but a link or a folder'
  return file.size > most ? `it is larger than ${most / 1024 / 1024} MB` : null
}
