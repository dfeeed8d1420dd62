import { frenchSpacing, type Language } from '../domain/language.ts'
import type { OwnTenderNames } from '../domain/money/tender.ts'
import { messageOf } from '../errors.ts'
import * as arPaper from './ar/paper.ts'
import * as arProgram from './ar/program.ts'
import * as arWords from './ar/words.ts'
import * as enPaper from './en/paper.ts'
import * as enProgram from './en/program.ts'
import * as enWords from './en/words.ts'
import * as frPaper from './fr/paper.ts'
import * as frProgram from './fr/program.ts'
import * as frWords from './fr/words.ts'
import * as ptPaper from './pt/paper.ts'
import * as ptProgram from './pt/program.ts'
import * as ptWords from './pt/words.ts'
import { withOwnNames } from './texts.ts'

/** Texts of the main process in one language: on paper, on the command line, and in logs. */
export type ProgramTexts = typeof frPaper & typeof frProgram & typeof frWords

export type TicketTexts = ReturnType<ProgramTexts['paper']['ticket']>
export type SpecimenTexts = TicketTexts['specimens']['demo']
export type ReceiptTexts = ProgramTexts['paper']['receipt']
export type ReportTexts = ProgramTexts['paper']['report']

export const catalogues: Readonly<Record<Language, ProgramTexts>> = {
  fr: frenchSpacing({ ...frPaper, ...frProgram, ...frWords }),
  en: { ...enPaper, ...enProgram, ...enWords },
  pt: { ...ptPaper, ...ptProgram, ...ptWords },
  ar: { ...arPaper, ...arProgram, ...arWords },
}

/** Returns the texts in a language, with the venue's own names for tenders. */
export function textsIn(language: Language, own: OwnTenderNames = {}): ProgramTexts {
  const texts = catalogues[language]
  return { ...texts, tenderNames: withOwnNames(texts.tenderNames, own) }
}

/** An error with a text in each catalogue. `message` is the English text, for logs. */
export class TranslatedError extends Error {
  override readonly name: string = 'TranslatedError'
  readonly sentence: (texts: ProgramTexts) => string

  constructor(sentence: (texts: ProgramTexts) => string, options?: ErrorOptions) {
    super(sentence(catalogues.en), options)
    this.sentence = sentence
  }
}

export const errorText = (error: unknown, texts: ProgramTexts): string =>
  error instanceof TranslatedError ? error.sentence(texts) : messageOf(error)
