import type { Language } from '../../shared/domain/language.ts'
import { formatMoney } from '../../shared/domain/money/money.ts'
import type { NoteFinding } from '../../shared/domain/money/notes.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import type { ExaminedStep } from '../../shared/kiosk-api/payment-forms.ts'
import type { NotesConfig } from '../config/notes.ts'
import type { NoteValidator } from '../core/ports/devices.ts'
import type { Clock, Log } from '../core/ports/ports.ts'
import { createSystemClock } from '../host/clock.ts'
import { silentLog } from '../host/log.ts'

/** The note device of these settings. It is looked for at once, and again whenever it is gone. */
export async function openNoteValidator(
  { device, ...settings }: NotesConfig,
  { clock, log }: { readonly clock: Clock; readonly log: Pick<Log, 'info' | 'warn'> },
): Promise<NoteValidator> {
  // On no machine without such a device.
  const [{ openByteLine }, { createSspValidator }] = await Promise.all([
    import('../notes/byte-line.ts'),
    import('../notes/validator.ts'),
  ])
  return createSspValidator({ ...settings, clock, log, openLine: () => openByteLine(device) })
}

export interface ExaminedNotes {
  readonly driver: string
  readonly device: string
  readonly steps: readonly ExaminedStep[]
}

/** Looked at step by step; no note is taken. */
export async function examineNotes(notes: NotesConfig, language: Language): Promise<ExaminedNotes> {
  const validator = await openNoteValidator(notes, { clock: createSystemClock(), log: silentLog })
  try {
    const { driver, device } = notes
    return { driver, device, steps: (await validator.examine()).map((finding) => stepOf(finding, notes, language)) }
  } finally {
    await validator.close()
  }
}

function stepOf(found: NoteFinding, { device, currency }: NotesConfig, language: Language): ExaminedStep {
  const { steps, fine, says } = catalogues[language].doctor.notes
  const { step, finding } = found
  const values =
    'values' in found ? found.values.map((value) => formatMoney(value, currency, language)).join(' · ') : ''
  const currencies = 'currencies' in found ? found.currencies.join(', ') : ''
  const facts = new Map<string, unknown>(Object.entries({ ...found, device, currency, values, currencies }))
  const template = finding === 'ok' ? fine[step] : says[finding]
  const text = template.replaceAll(/\{(\w+)\}/gu, (_, name: string) => String(facts.get(name)))
  return { step, outcome: outcomeOf(finding), title: steps[step], text }
}

function outcomeOf(finding: NoteFinding['finding']): ExaminedStep['outcome'] {
  switch (finding) {
    case 'ok':
    case 'answers':
    case 'knows':
      return 'ok'
    case 'plain':
      return 'warning'
    case 'not-reached':
      return 'skipped'
    case 'no-port':
    case 'no-rights':
    case 'in-use':
    case 'no-answer':
    case 'silent':
    case 'unfit':
    case 'other-currency':
    case 'not-there':
    case 'box-full':
    case 'box-out':
    case 'jammed':
    case 'cheated':
    case 'out-of-order':
      return 'failed'
  }
}
