import { createHash } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, lstatSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isOnlySpoken, languages, type Tongue, tongues, writtenIn } from '../../shared/domain/language.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { messageOf } from '../../shared/errors.ts'
import { firstIssue, inEnglish } from '../../shared/i18n/issue-text.ts'
import { parseJson } from '../../shared/json.ts'
import { createComposer } from '../../shared/speech/compose.ts'
import { usualCounting } from '../../shared/speech/grammar.ts'
import { grammarOf } from '../../shared/speech/grammars.ts'
import {
  type Introduction,
  isNeeded,
  type KeepFailure,
  type Line,
  lineGroups,
  linePlaces,
  MOST_RECORDED_SECONDS,
  type RecordingLine,
  type RecordingView,
} from '../../shared/speech/line.ts'
import { type SpeechManifest, speechManifestSchema } from '../../shared/speech/manifest.ts'
import { keyOf } from '../../shared/speech/tokens.ts'
import { secondsOfWav } from '../../shared/speech/wav.ts'
import type { RecordingDesk, SpeechFile } from '../core/ports/ports.ts'
import { replaceFile, writeWhole } from '../host/files/whole-file.ts'

const MOST_MANIFEST_BYTES = 4 * 1024 * 1024
const MOST_SOUND_BYTES = 64 * 1024 * 1024

interface SpeechPack {
  /** Below `/speech/`: `fr`; `fr/venue`, which speaks before that one; `fr/names` for what a venue adds to either. */
  readonly at: string
  readonly tongue: Tongue
  readonly folder: string
  /** What a page may fetch of it. */
  readonly files: readonly string[]
}

interface SpeechFolders {
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
function ownPack(folder: string, tongue: Tongue) {
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

const lineSchema = z.object({
  key: z.string(),
  text: z.string(),
  group: z.enum(lineGroups),
  where: z.enum(linePlaces).optional(),
  context: z.string().optional(),
})

/** What `npm run speech` writes beside the packs. */
const textsFile = z.partialRecord(z.enum(tongues), z.array(lineSchema))

/** All that the screens say in a language; null where the program came without, or with the list of another version. */
export function textsToSay(resourcesDirectory: string, tongue: Tongue): readonly Line[] | null {
  const file = join(resourcesDirectory, 'speech', 'texts.json')
  if (!existsSync(file)) return null
  const read = textsFile.safeParse(parseJson(readFileSync(file, 'utf8')))
  return read.success ? (read.data[tongue] ?? []) : null
}

/** What the clips of these manifests, the pack's own first, cannot say of the texts that a whole pack says. */
export function missingTexts(
  tongue: Tongue,
  manifests: readonly SpeechManifest[],
  texts: readonly Line[],
): readonly Line[] {
  const clips = new Set(manifests.flatMap((manifest) => Object.keys(manifest.clips)))
  const compose = createComposer(grammarOf(tongue, manifests[0]?.counting), clips)
  const isSaid = ({ key, text }: Line): boolean => {
    if (clips.has(key)) return true
    // A longer text may be said in pieces; a letter or a figure is one.
    const { spelled, missing } = compose(text)
    return !key.startsWith('[') && spelled.length === 0 && missing.length === 0
  }
  return texts.filter((line) => isNeeded(line) && !isSaid(line))
}

interface CheckedPack {
  /** Where its manifest is. */
  readonly folder: string
  readonly voice: SpeechManifest['voice']
  readonly licence: string
  readonly texts: number
  /** The texts that it cannot say. */
  readonly missing: readonly string[]
}

/** Holds the venue's pack, else the program's, with the names that the venue adds, against what the screens say; null where there is none. */
export function checkSpeech(places: SpeechPlaces, tongue: Tongue, texts: readonly Line[]): CheckedPack | null {
  const venues = join(places.dataDirectory, 'speech', tongue)
  const folders = [venues, join(places.resourcesDirectory, 'speech', tongue)]
  const pack = folders.flatMap((folder) => ownPack(folder, tongue) ?? []).at(0)
  if (!pack) return null
  const names = readSpeechPack(join(venues, 'names'), tongue)
  const manifests = [pack.manifest, ...(names === null || typeof names === 'string' ? [] : [names])]
  const missing = missingTexts(tongue, manifests, texts).map(({ text }) => text)
  const { voice, licence } = pack.manifest
  return { folder: pack.folder, voice, licence, texts: texts.filter(isNeeded).length, missing }
}

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
