import { frenchSpacing, type Language } from '../domain/language.ts'
import type { OwnTenderNames } from '../domain/money/tender.ts'
import { messageOf } from '../errors.ts'
import { cards as arCards, paper as arPaper, termsExamples as arTerms } from './ar/paper.ts'
import * as arCommands from './ar/program.ts'
import { doctor as arDoctor, settlement as arSettlement } from './ar/program.ts'
import * as arFiles from './ar/words.ts'
import * as arWords from './ar/words.ts'
import { config as arConfig, obstacles as arObstacles, refusals as arRefusals } from './ar/words.ts'
import { cards as enCards, paper as enPaper, termsExamples as enTerms } from './en/paper.ts'
import * as enCommands from './en/program.ts'
import { doctor as enDoctor, settlement as enSettlement } from './en/program.ts'
import * as enFiles from './en/words.ts'
import * as enWords from './en/words.ts'
import { config as enConfig, obstacles as enObstacles, refusals as enRefusals } from './en/words.ts'
import { cards as frCards, paper as frPaper, termsExamples as frTerms } from './fr/paper.ts'
import * as frCommands from './fr/program.ts'
import { doctor as frDoctor, settlement as frSettlement } from './fr/program.ts'
import * as frFiles from './fr/words.ts'
import * as frWords from './fr/words.ts'
import { config as frConfig, obstacles as frObstacles, refusals as frRefusals } from './fr/words.ts'
import type { CardTexts, PaperTexts } from './paper-texts.ts'
import { cards as ptCards, paper as ptPaper, termsExamples as ptTerms } from './pt/paper.ts'
import * as ptCommands from './pt/program.ts'
import { doctor as ptDoctor, settlement as ptSettlement } from './pt/program.ts'
import * as ptFiles from './pt/words.ts'
import * as ptWords from './pt/words.ts'
import { config as ptConfig, obstacles as ptObstacles, refusals as ptRefusals } from './pt/words.ts'
import type { FileTexts, SettingTexts, ValueTexts } from './setting-texts.ts'
import {
  type ColumnNames,
  type DoctorTexts,
  type LedgerTexts,
  type NoShiftText,
  type ObstacleTexts,
  type PrivacyTexts,
  type ReconcileAdvice,
  type ReconciledText,
  type RefusalTexts,
  type SeatNotes,
  type SettlementRefusals,
  type SettlementTexts,
  type SetupTexts,
  type SimulatedPaymentTexts,
  type TenderNames,
  type TermsExamples,
  type VenueTexts,
  withOwnNames,
} from './texts.ts'

/** Texts of the main process in one language: on paper, on the command line, and in its log of findings. */
export interface ProgramTexts {
  readonly paper: PaperTexts
  readonly cards: CardTexts
  /** Texts about faults in the settings file `config.json`. */
  readonly config: SettingTexts
  /** Reasons why a command is refused. */
  readonly refusals: RefusalTexts
  readonly doctor: DoctorTexts
  readonly ledger: LedgerTexts
  readonly setup: SetupTexts
  readonly privacy: PrivacyTexts
  readonly obstacles: ObstacleTexts
  readonly files: FileTexts
  readonly values: ValueTexts
  readonly venue: VenueTexts
  /** For a package that was built without `--publish`. */
  readonly trialPackage: string
  readonly simulatedPayment: SimulatedPaymentTexts
  readonly tenderNames: TenderNames
  readonly seatNotes: SeatNotes
  readonly reconcileAdvice: ReconcileAdvice
  readonly reconciled: ReconciledText
  readonly noShift: NoShiftText
  readonly settlement: SettlementTexts
  readonly settlementRefusals: SettlementRefusals
  readonly columns: ColumnNames
  readonly termsExamples: TermsExamples
}

export const catalogues: Readonly<Record<Language, ProgramTexts>> = {
  fr: frenchSpacing({
    ...frCommands,
    ...frFiles,
    ...frWords,
    config: frConfig,
    doctor: frDoctor,
    obstacles: frObstacles,
    paper: frPaper,
    cards: frCards,
    refusals: frRefusals,
    settlement: frSettlement,
    termsExamples: frTerms,
  }),
  en: {
    ...enCommands,
    ...enFiles,
    ...enWords,
    config: enConfig,
    doctor: enDoctor,
    obstacles: enObstacles,
    paper: enPaper,
    cards: enCards,
    refusals: enRefusals,
    settlement: enSettlement,
    termsExamples: enTerms,
  },
  pt: {
    ...ptCommands,
    ...ptFiles,
    ...ptWords,
    config: ptConfig,
    doctor: ptDoctor,
    obstacles: ptObstacles,
    paper: ptPaper,
    cards: ptCards,
    refusals: ptRefusals,
    settlement: ptSettlement,
    termsExamples: ptTerms,
  },
  ar: {
    ...arCommands,
    ...arFiles,
    ...arWords,
    config: arConfig,
    doctor: arDoctor,
    obstacles: arObstacles,
    paper: arPaper,
    cards: arCards,
    refusals: arRefusals,
    settlement: arSettlement,
    termsExamples: arTerms,
  },
}

/**
 * Returns the texts with the venue's own names of tenders. The main process uses this function wherever it names a
 * tender.
 */
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

/** Returns the text for an error, or its message if it is not translated. */
export const errorText = (error: unknown, texts: ProgramTexts): string =>
  error instanceof TranslatedError ? error.sentence(texts) : messageOf(error)
