import { createHash } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, lstatSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isOnlySpoken, languages, type SpeechLanguage, tongues, textLanguageOf } from '../../shared/domain/language.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { messageOf } from '../../shared/errors.ts'
import { firstIssue, inEnglish } from '../../shared/i18n/issue-text.ts'
import { parseJson } from '../../shared/json.ts'
import { createComposer } from '../../shared/speech/compose.ts'
import { defaultCounting } from '../../shared/speech/grammar.ts'
import { grammarOf } from '../../shared/speech/grammars.ts'
import {
  type Introduction,
  isNeeded,
  type KeepFailure,
  type Line,
  lineGroups,
  linePlaces,
  MAX_RECORDED_SECONDS,
  type RecordingLine,
  type RecordingView,
} from '../../shared/speech/line.ts'
import { type SpeechManifest, speechManifestSchema } from '../../shared/speech/manifest.ts'
import { keyOf } from '../../shared/speech/tokens.ts'
import { secondsOfWav } from '../../shared/speech/wav.ts'
import type { RecordingDesk, SpeechFile } from '../kiosk/ports/ports.ts'
import { replaceFile, writeFileAtomic } from '../host/files/atomic-file.ts'

const MAX_MANIFEST_BYTES = 4 * 1024 * 1024
const MAX_SOUND_BYTES = 64 * 1024 * 1024

interface SpeechPack {
  /** Path below `/speech/`, such as `fr`, `fr/venue` (venue's pack) or `fr/names` (names of the venue). */
  readonly at: string
  readonly tongue: SpeechLanguage
  readonly folder: string
  readonly files: readonly string[]
}

export interface SpeechPlaces {
  readonly resourcesDirectory: string
  readonly dataDirectory: string
}

/** Files of a speech pack supplied with the program, which are not validated at start because of their size. */
const ownFiles = ['manifest.json', 'clips.opus']

/**
 * Returns the speech packs of the program and the venue; clips of later packs take precedence. A language that the
 * screens do not display is used only if the venue's pack covers all screens.
 */
export function speechFolders(places: SpeechPlaces) {
  const { resourcesDirectory, dataDirectory } = places
  const programs = programsPacks(places).split(' ')
  const packs: SpeechPack[] = []
  const refused: { readonly manifest: string; readonly why: string }[] = []
  const take = (folder: string, at: string, tongue: SpeechLanguage): void => {
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

/** Returns the languages with a supplied speech pack. In a source checkout, packs are added at run time. */
export function programsPacks({ resourcesDirectory }: Pick<SpeechPlaces, 'resourcesDirectory'>): string {
  const isThere = (tongue: SpeechLanguage): boolean =>
    ownFiles.every((file) => existsSync(join(resourcesDirectory, 'speech', tongue, file)))
  return languages.filter(isThere).join(' ')
}

function whyNotHeard(
  at: string,
  tongue: SpeechLanguage,
  manifest: SpeechManifest,
  { resourcesDirectory, dataDirectory }: SpeechPlaces,
): string | null {
  if (!isOnlySpoken(tongue) || at.endsWith('/names')) return null
  const texts = textsToSay(resourcesDirectory, tongue)
  if (texts === null) return 'the texts to be spoken are missing: run npm run speech'
  const names = ownPack(join(dataDirectory, 'speech', tongue, 'names'), tongue)
  const missing = missingTexts(tongue, [manifest, ...(names ? [names] : [])], texts)
  if (missing.length === 0) return null
  return `it lacks ${missing.length} of the texts of the screens; list them with: guichet speech check ${tongue}`
}

function ownPack(folder: string, tongue: SpeechLanguage): SpeechManifest | null {
  const manifest = readSpeechPack(folder, tongue)
  return typeof manifest === 'string' ? null : manifest
}

export function speechFiles(packs: readonly SpeechPack[]): readonly SpeechFile[] {
  return packs.flatMap(({ at, folder, files }) =>
    files.map((file) => ({ name: `${at}/${file}`, path: join(folder, file) })),
  )
}

const soundsOf = ({ clips }: SpeechManifest): readonly string[] => [
  ...new Set(Object.values(clips).map(({ file }) => file)),
]

/**
 * Returns the manifest in a folder; null if the folder has no manifest, or an error message if the manifest is invalid.
 */
export function readSpeechPack(folder: string, tongue: SpeechLanguage): SpeechManifest | string | null {
  const path = join(folder, 'manifest.json')
  if (!existsSync(path)) return null
  try {
    const fault = faultOfFile(path, MAX_MANIFEST_BYTES)
    if (fault !== null) return fault
    const parsed = speechManifestSchema.safeParse(parseJson(readFileSync(path, 'utf8')), inEnglish)
    if (!parsed.success) return `it is not the manifest of a speech pack: ${firstIssue(parsed.error)}`
    if (parsed.data.language !== tongue) return `its language is "${parsed.data.language}", not "${tongue}"`
    return faultOfSounds(folder, parsed.data) ?? parsed.data
  } catch (error) {
    return `it cannot be read: ${messageOf(error)}`
  }
}

function faultOfSounds(folder: string, manifest: SpeechManifest): string | null {
  for (const file of soundsOf(manifest)) {
    const path = join(folder, file)
    if (!existsSync(path)) return `its sound file ${file} is missing`
    const fault = faultOfFile(path, MAX_SOUND_BYTES)
    if (fault !== null) return `${file}: ${fault}`
    const { size } = lstatSync(path)
    const clips = Object.values(manifest.clips).filter((clip) => clip.file === file)
    if (clips.some(({ from = 0, bytes = 0 }) => from + bytes > size)) return `${file} ends before its last clip`
  }
  return null
}

/** Rejects symbolic links, because a link could point to a private file outside the folder. */
function faultOfFile(path: string, most: number): string | null {
  const file = lstatSync(path)
  if (!file.isFile()) return 'it is a link or a folder, not a file'
  return file.size > most ? `it is larger than ${most / 1024 / 1024} MB` : null
}

const lineSchema = z.object({
  key: z.string(),
  text: z.string(),
  group: z.enum(lineGroups),
  where: z.enum(linePlaces).optional(),
  context: z.string().optional(),
})

/** Format of the file that `npm run speech` writes beside the speech packs. */
const textsFile = z.partialRecord(z.enum(tongues), z.array(lineSchema))

/**
 * Returns all texts of the screens in a language; null if there is no list of texts, or the list has another format.
 */
export function textsToSay(resourcesDirectory: string, tongue: SpeechLanguage): readonly Line[] | null {
  const file = join(resourcesDirectory, 'speech', 'texts.json')
  if (!existsSync(file)) return null
  const read = textsFile.safeParse(parseJson(readFileSync(file, 'utf8')))
  return read.success ? (read.data[tongue] ?? []) : null
}

/** Returns the required texts that cannot be composed from the clips of the manifests. */
export function missingTexts(
  tongue: SpeechLanguage,
  manifests: readonly SpeechManifest[],
  texts: readonly Line[],
): readonly Line[] {
  const clips = new Set(manifests.flatMap((manifest) => Object.keys(manifest.clips)))
  const compose = createComposer(grammarOf(tongue, manifests[0]?.counting), clips)
  const isSaid = ({ key, text }: Line): boolean => {
    if (clips.has(key)) return true
    // A text of several characters may be composed of several clips. A single letter or digit needs its own clip.
    const { spelled, missing } = compose(text)
    return !key.startsWith('[') && spelled.length === 0 && missing.length === 0
  }
  return texts.filter((line) => isNeeded(line) && !isSaid(line))
}

/** Compares the speech pack in use with the texts of the screens. Returns null if there is no pack. */
export function checkSpeech(places: SpeechPlaces, tongue: SpeechLanguage, texts: readonly Line[]) {
  const venues = join(places.dataDirectory, 'speech', tongue)
  const folders = [venues, join(places.resourcesDirectory, 'speech', tongue)]
  const folder = folders.find((each) => ownPack(each, tongue) !== null)
  const pack = folder === undefined ? null : ownPack(folder, tongue)
  if (folder === undefined || !pack) return null
  const names = ownPack(join(venues, 'names'), tongue)
  const missing = missingTexts(tongue, [pack, ...(names ? [names] : [])], texts).map(({ text }) => text)
  const { voice, licence } = pack
  return { folder, voice, licence, texts: texts.filter(isNeeded).length, missing }
}

/**
 * Opens the venue's speech pack for recording. The folder is a valid pack after each step. Throws if an existing pack
 * is damaged, because a damaged pack must not be overwritten.
 */
export function openRecording(places: SpeechPlaces, tongue: SpeechLanguage, texts: readonly Line[]): RecordingDesk {
  const folder = join(places.dataDirectory, 'speech', tongue)
  const asked = eachTextOnce(texts)
  const own: SpeechFile = { name: `${tongue}/venue/manifest.json`, path: join(folder, 'manifest.json') }
  const references = speechFolders(places).packs.filter(({ at }) => at === textLanguageOf(tongue))

  /** The manifest is read on each call, because another person may be recording on the same computer. */
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
        counting: manifest?.counting ?? defaultCounting,
        lines: linesOf(manifest ?? { clips: {} }),
        references: references.map(({ at }) => at),
      }
    },
    introduce({ by, licence, counting }: Introduction) {
      const voice = { synthetic: false, by }
      const said = isOnlySpoken(tongue) && { counting: counting ?? defaultCounting }
      const clips = manifestNow()?.clips ?? {}
      writeFileAtomic(own.path, { format: 'guichet-speech/1', language: tongue, voice, licence, ...said, clips })
    },
    keep(text: string, wav: Uint8Array): Result<RecordingLine, KeepFailure> {
      const manifest = manifestNow()
      if (!manifest) return err({ type: 'not-introduced' })
      const line = lineFor(text, asked, tongue)
      if (!line) return err({ type: 'not-asked' })
      const seconds = secondsOfWav(wav)
      if (seconds === null) return err({ type: 'not-a-recording' })
      if (seconds > MAX_RECORDED_SECONDS) return err({ type: 'too-long' })
      const file = fileNameOf(line)
      writeSound(folder, file, wav)
      const clip = { file, seconds: Math.round(seconds * 1000) / 1000 }
      const clips = { ...manifest.clips, ...Object.fromEntries(line.keys.map((key) => [key, clip])) }
      writeFileAtomic(own.path, { ...manifest, clips })
      return ok({ ...line, file })
    },
    /** Returns the files of the venue's pack, and of the packs that users can listen to before recording. */
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

/** Merges texts with the same pronunciation, such as `janvier` and `janv.`. */
function eachTextOnce(texts: readonly Line[]): readonly RecordingLine[] {
  const lines = new Map<string, RecordingLine>()
  for (const { key, ...line } of texts) {
    const name = `${line.group} ${line.text} ${key.startsWith('[') ? key : ''}`
    const before = lines.get(name)
    lines.set(name, before ? { ...before, keys: [...before.keys, key] } : { ...line, keys: [key] })
  }
  return [...lines.values()]
}

/**
 * Returns the recording line with the key `text`. If there is no such line, returns a new line for a venue name, or
 * null if the text cannot be a name.
 */
function lineFor(text: string, asked: readonly RecordingLine[], tongue: SpeechLanguage): RecordingLine | null {
  const known = asked.find(({ keys }) => keys.includes(text))
  if (known) return known
  const key = keyOf(text, grammarOf(tongue))
  return key === '' || key.length > 200 || !/\p{L}/u.test(key) ? null : { keys: [key], text, group: 'names' }
}

/** Always returns the same file name for a line, so that a second recording replaces the first. */
function fileNameOf({ keys: [key = ''], text }: RecordingLine): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const readable = plain.replace(/[^a-z0-9]+/gu, '-').replace(/^-+|-+$/gu, '')
  return `${`${readable.slice(0, 40)}-`.replace(/^-+/u, '')}${createHash('sha256').update(key).digest('hex').slice(0, 10)}.wav`
}

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
