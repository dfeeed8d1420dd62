import { join } from 'node:path'
import type { Tongue } from '../../../shared/domain/language.ts'
import { isNeeded, type Line, type SpeechManifest } from '../../../shared/speech/line.ts'
import { ownPack, readSpeechPack, type SpeechPlaces } from './speech-packs.ts'
import { missingTexts } from './speech-texts.ts'

export interface CheckedPack {
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
