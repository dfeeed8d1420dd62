import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../../../shared/errors.ts'
import { isOnlySpoken, languages, tongues, type Tongue } from '../../../shared/domain/language.ts'
import { firstIssue, inEnglish } from '../../../shared/i18n/issue-text.ts'
import { parseJson } from '../../../shared/json.ts'
import { speechManifestSchema, type SpeechManifest } from '../../../shared/speech/line.ts'
import type { SpeechFile } from '../../core/ports/ports.ts'
import { missingTexts, textsToSay } from './speech-texts.ts'

const MOST_MANIFEST_BYTES = 4 * 1024 * 1024
const MOST_SOUND_BYTES = 64 * 1024 * 1024

export interface SpeechPack {
  /** Below `/speech/`: `fr`; `fr/venue`, which speaks before that one; `fr/names` for what a venue adds to either. */
  readonly at: string
  readonly tongue: Tongue
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

/**
 * The pack of the program, over it the one of the venue, over both the names that the venue adds: what a later one has is
 * said by it. A language that is only spoken has no pack but the venue's, which speaks once it can say all screens.
 */
export function speechFolders(places: SpeechPlaces): SpeechFolders {
  const { resourcesDirectory, dataDirectory } = places
  const programs = programsPacks(places).split(' ')
  const packs: SpeechPack[] = []
  const refused: SpeechFolders['refused'][number][] = []
  const take = (folder: string, at: string, tongue: Tongue): void => {
    const manifest = readSpeechPack(folder, tongue)
    if (manifest === null) return
    const why = typeof manifest === 'string' ? manifest : whyNotHeard(at, tongue, manifest, places)
    if (typeof manifest === 'string' || why !== null)
      refused.push({ manifest: join(folder, 'manifest.json'), why: why ?? '' })
    else packs.push({ at, tongue, folder, files: ['manifest.json', ...soundsOf(manifest)] })
  }
  for (const tongue of tongues) {
    const venues = join(dataDirectory, 'speech', tongue)
    const folder = join(resourcesDirectory, 'speech', tongue)
    if (programs.includes(tongue)) packs.push({ at: tongue, tongue, folder, files: ownFiles })
    take(venues, `${tongue}/venue`, tongue)
    take(join(venues, 'names'), `${tongue}/names`, tongue)
  }
  return { packs, refused }
}

/** Which packs of the program are there by now: a clone of the sources makes them while it runs. */
export function programsPacks({ resourcesDirectory }: Pick<SpeechPlaces, 'resourcesDirectory'>): string {
  const isThere = (tongue: Tongue): boolean =>
    ownFiles.every((file) => existsSync(join(resourcesDirectory, 'speech', tongue, file)))
  return languages.filter(isThere).join(' ')
}

/** Null: it may speak. */
function whyNotHeard(
  at: string,
  tongue: Tongue,
  manifest: SpeechManifest,
  { resourcesDirectory, dataDirectory }: SpeechPlaces,
): string | null {
  if (!isOnlySpoken(tongue) || at.endsWith('/names')) return null
  const texts = textsToSay(resourcesDirectory, tongue)
  if (texts === null) return 'the program came without the texts that it has to say: npm run speech'
  const names = readSpeechPack(join(dataDirectory, 'speech', tongue, 'names'), tongue)
  const missing = missingTexts(tongue, [manifest, ...(names && typeof names !== 'string' ? [names] : [])], texts)
  if (missing.length === 0) return null
  return `it lacks ${missing.length} of the texts of the screens: guichet speech check ${tongue} names them`
}

/** A pack with the folder it lies in; null where there is none, or one that cannot be used. */
export function ownPack(folder: string, tongue: Tongue) {
  const manifest = readSpeechPack(folder, tongue)
  return manifest === null || typeof manifest === 'string' ? null : { folder, manifest }
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
export function readSpeechPack(folder: string, tongue: Tongue): SpeechManifest | string | null {
  const path = join(folder, 'manifest.json')
  if (!existsSync(path)) return null
  try {
    const fault = faultOfFile(path, MOST_MANIFEST_BYTES)
    if (fault !== null) return fault
    const parsed = speechManifestSchema.safeParse(parseJson(readFileSync(path, 'utf8')), inEnglish)
    if (!parsed.success) return `it is no manifest of a speech pack: ${firstIssue(parsed.error)}`
    if (parsed.data.language !== tongue) return `it is of the language "${parsed.data.language}", not "${tongue}"`
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
