import { createContext, use } from 'react'
import type { Language } from '../../shared/domain/language.ts'
import { arRecording } from '../i18n/ar/recording.ts'
import { enRecording } from '../i18n/en/recording.ts'
import { frRecording, type RecordingCatalogue } from '../i18n/fr/recording.ts'
import { ptRecording } from '../i18n/pt/recording.ts'

export const recordingCatalogues: Readonly<Record<Language, RecordingCatalogue>> = {
  fr: frRecording,
  en: enRecording,
  pt: ptRecording,
  ar: arRecording,
}

export const WordsContext = createContext<RecordingCatalogue>(frRecording)

export const useWords = (): RecordingCatalogue => use(WordsContext)
