import type { Language } from '../domain/language.ts'
import type { OwnTenderNames } from '../domain/money/tender.ts'
import { cards as arCards } from './ar/cards.ts'
import * as arCommands from './ar/commands.ts'
import { config as arConfig } from './ar/config.ts'
import { doctor as arDoctor } from './ar/doctor.ts'
import * as arFiles from './ar/files.ts'
import { obstacles as arObstacles } from './ar/obstacles.ts'
import { paper as arPaper } from './ar/paper.ts'
import { refusals as arRefusals } from './ar/refusals.ts'
import { settlement as arSettlement } from './ar/settlement.ts'
import { termsExamples as arTerms } from './ar/terms.ts'
import * as arWords from './ar/words.ts'
import { cards as enCards } from './en/cards.ts'
import * as enCommands from './en/commands.ts'
import { config as enConfig } from './en/config.ts'
import { doctor as enDoctor } from './en/doctor.ts'
import * as enFiles from './en/files.ts'
import { obstacles as enObstacles } from './en/obstacles.ts'
import { paper as enPaper } from './en/paper.ts'
import { refusals as enRefusals } from './en/refusals.ts'
import { settlement as enSettlement } from './en/settlement.ts'
import { termsExamples as enTerms } from './en/terms.ts'
import * as enWords from './en/words.ts'
import { cards as frCards } from './fr/cards.ts'
import * as frCommands from './fr/commands.ts'
import { config as frConfig } from './fr/config.ts'
import { doctor as frDoctor } from './fr/doctor.ts'
import * as frFiles from './fr/files.ts'
import { obstacles as frObstacles } from './fr/obstacles.ts'
import { paper as frPaper } from './fr/paper.ts'
import { refusals as frRefusals } from './fr/refusals.ts'
import { settlement as frSettlement } from './fr/settlement.ts'
import { termsExamples as frTerms } from './fr/terms.ts'
import * as frWords from './fr/words.ts'
import { cards as ptCards } from './pt/cards.ts'
import * as ptCommands from './pt/commands.ts'
import { config as ptConfig } from './pt/config.ts'
import { doctor as ptDoctor } from './pt/doctor.ts'
import * as ptFiles from './pt/files.ts'
import { obstacles as ptObstacles } from './pt/obstacles.ts'
import { paper as ptPaper } from './pt/paper.ts'
import { refusals as ptRefusals } from './pt/refusals.ts'
import { settlement as ptSettlement } from './pt/settlement.ts'
import { termsExamples as ptTerms } from './pt/terms.ts'
import * as ptWords from './pt/words.ts'
import type { CardTexts } from './card-texts.ts'
import type { DoctorTexts } from './doctor-texts.ts'
import type { ObstacleTexts } from './obstacle-texts.ts'
import type { PaperTexts } from './paper-texts.ts'
import type { RefusalTexts } from './refusal-texts.ts'
import type { SettingTexts } from './setting-texts.ts'
import type { FileTexts, ValueTexts } from './value-texts.ts'
import { frenchSpacing } from './french-spacing.ts'
import { withOwnNames } from './own-names.ts'
import type {
  ColumnNames,
  LedgerTexts,
  NoShiftText,
  PrivacyTexts,
  ReconcileAdvice,
  ReconciledText,
  SeatNotes,
  SettlementRefusals,
  SettlementTexts,
  SetupTexts,
  SimulatedPaymentTexts,
  TenderNames,
  TermsExamples,
  VenueTexts,
} from './texts.ts'

/** What the main process says in one language: on paper, at the command line, and to its log of findings. */
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
  /** Of a package that was built without `--publish`. */
  readonly trialPackage: string
  /** Of a setting that an earlier version read from this file. */
  readonly movedSetting: (setting: string) => string
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

/** The same with the venue's own names of its ways to pay: what says such a name in the main process has it from here. */
export function textsIn(language: Language, own: OwnTenderNames = {}): ProgramTexts {
  const texts = catalogues[language]
  return { ...texts, tenderNames: withOwnNames(texts.tenderNames, own) }
}
