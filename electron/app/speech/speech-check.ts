import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { languages, type Language } from '../../../shared/domain/language.ts'
import { parseJson } from '../../../shared/parse-json.ts'
import { createComposer } from '../../../shared/speech/compose.ts'
import { grammars } from '../../../shared/speech/grammars/grammars.ts'
import type { SpeechManifest } from '../../../shared/speech/manifest.ts'
import type { Line } from '../../../shared/speech/vocabulary.ts'
import { readSpeechPack, speechFolders, type SpeechPlaces } from './speech-packs.ts'

/** What `npm run speech` writes beside the packs: all that the screens of a language can say. */
const textsFile = z.partialRecord(z.enum(languages), z.array(z.object({ key: z.string(), text: z.string() })))

export interface CheckedPack {
  /** Where its manifest is. */
  readonly folder: string
  readonly voice: SpeechManifest['voice']
  readonly licence: string
  readonly texts: number
  /** The texts that it cannot say. */
  readonly missing: readonly string[]
}

/** All that the screens of a language can say; null where the program came without. */
export function textsToSay({ resourcesDirectory }: Pick<SpeechPlaces, 'resourcesDirectory'>, language: Language) {
  const file = join(resourcesDirectory, 'speech', 'texts.json')
  if (!existsSync(file)) return null
  return textsFile.parse(parseJson(readFileSync(file, 'utf8')))[language] ?? []
}

/** Holds the pack in use, with the names that the venue adds, against what the screens say; null where there is none. */
export function checkSpeech(places: SpeechPlaces, language: Language, texts: readonly Line[]): CheckedPack | null {
  const folders = speechFolders(places).packs.filter((pack) => pack.language === language)
  const manifests = folders.flatMap(({ folder }) => {
    const manifest = readSpeechPack(folder, language)
    return manifest === null || typeof manifest === 'string' ? [] : [{ folder, manifest }]
  })
  const [first] = manifests
  if (!first) return null
  const clips = new Set(manifests.flatMap(({ manifest }) => Object.keys(manifest.clips)))
  const compose = createComposer(grammars[language], clips)
  const isSaid = ({ key, text }: Line): boolean => {
    if (clips.has(key)) return true
    // A longer text may be said in pieces; a letter or a figure is one.
    const { spelled, missing } = compose(text)
    return !key.startsWith('[') && spelled.length === 0 && missing.length === 0
  }
  const { voice, licence } = first.manifest
  const missing = texts.filter((line) => !isSaid(line)).map(({ text }) => text)
  return { folder: first.folder, voice, licence, texts: texts.length, missing }
}
