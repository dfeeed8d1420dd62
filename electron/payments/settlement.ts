import { exponentOf, readSum, type SumError } from '../../shared/domain/money/money.ts'
import type { ProviderLine } from '../../shared/domain/money/settlement.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { ProgramTexts } from '../../shared/i18n/catalogues.ts'
import { type CsvField, type FileProblem, parseCsv, textOfFile } from '../host/files/file-text.ts'

export interface UnreadableSettlement {
  readonly type: 'unreadable'
  readonly problems: readonly FileProblem[]
}

/** Maximum lines above the column names, such as a title or a company name. */
const MAX_LINES_ABOVE = 20

/**
 * Reads a provider's report, a CSV file in a format that spreadsheets write. Detects encoding and separator, and skips
 * lines above the column names. A column of amounts and one of references are required. `currency`: currency of lines
 * that name none. A line without a status counts as paid. A paid line with a negative amount, or with a refund type, is
 * a refund. A report with an ambiguous amount is rejected.
 */
export function readSettlement(
  bytes: Uint8Array,
  form: SettlementForm,
  currency: string,
  { files, settlement, settlementRefusals }: Pick<ProgramTexts, 'files' | 'settlement' | 'settlementRefusals'>,
): Result<readonly ProviderLine[], UnreadableSettlement> {
  const file = textOfFile(bytes, files)
  if (!file.ok) return err({ type: 'unreadable', problems: file.problems })
  const { rows, problems } = parseCsv(file.text, files)
  if (problems.length > 0) return err({ type: 'unreadable', problems })
  const head = rows.slice(0, MAX_LINES_ABOVE).findIndex((row) => columnsOf(row, form) !== null)
  const columns = columnsOf(rows[head] ?? [], form)
  if (!columns) return err({ type: 'unreadable', problems: [noColumns(rows[0] ?? [], form, settlementRefusals)] })
  const doubtful: FileProblem[] = []
  const onAmbiguous: OnAmbiguous = ({ line, column }, { typed, grouped, decimal, currency: of }) =>
    void doubtful.push({ line, column, what: settlement.ambiguousSum(typed, grouped, decimal, of) })
  const lines = rows.slice(head + 1).flatMap((row) => lineOf(row, columns, form, currency, onAmbiguous) ?? [])
  return doubtful.length > 0 ? err({ type: 'unreadable', problems: doubtful }) : ok(lines)
}

type OnAmbiguous = (field: CsvField, error: Extract<SumError, { type: 'ambiguous-sum' }>) => void

interface Columns {
  readonly names: readonly number[]
  readonly amount: number
  /** Index of the date column. In this and the following fields, -1 means that the column is absent. */
  readonly date: number
  readonly currency: number
  readonly status: number
  readonly fee: number
  readonly type: number
}

function columnsOf(row: readonly CsvField[], form: SettlementForm): Columns | null {
  const heads = row.map(({ text }) => plain(text))
  const first = (wanted: readonly string[]): number =>
    wanted.map((name) => heads.indexOf(name)).find((at) => at >= 0) ?? -1
  const names = heads.flatMap((head, at) => (form.names.includes(head) ? [at] : []))
  const amount = first(form.amount)
  if (names.length === 0 || amount < 0) return null
  const [date, currency, status, fee, type] = [form.date, form.currency, form.status, form.fee, form.type].map(first)
  return {
    names,
    amount,
    date: date ?? -1,
    currency: currency ?? -1,
    status: status ?? -1,
    fee: fee ?? -1,
    type: type ?? -1,
  }
}

function noColumns(
  row: readonly CsvField[],
  { names, amount }: SettlementForm,
  texts: ProgramTexts['settlementRefusals'],
): FileProblem {
  const found = row.map(({ text }) => text).join(', ')
  const what = texts.noColumns(names.slice(0, 3).join(', '), amount.slice(0, 2).join(', '), found)
  return { line: row[0]?.line ?? 1, column: 1, what }
}

/** Returns null for a line without any reference, such as a total. */
function lineOf(
  row: readonly CsvField[],
  columns: Columns,
  { words }: SettlementForm,
  usual: string,
  onAmbiguous: OnAmbiguous,
): ProviderLine | null {
  const cell = (at: number): string => row[at]?.text ?? ''
  const names = columns.names.map(cell).filter((name) => name !== '')
  if (names.length === 0) return null
  const named = cell(columns.currency).toUpperCase()
  const currency = /^[A-Z]{3}$/u.test(named) ? named : usual
  const sumAt = (at: number): number | null => sumIn(row[at], currency, onAmbiguous)
  const sum = sumAt(columns.amount)
  const [status, type] = [cell(columns.status), cell(columns.type)]
  const told = status === '' ? 'paid' : standingIn(status, words)
  const wentBack = told === 'paid' && ((sum ?? 0) < 0 || standingIn(type, words) === 'refunded')
  const standing = wentBack ? 'refunded' : told
  return {
    line: row[0]?.line ?? 0,
    names,
    at: cell(columns.date),
    status,
    amount: sum === null ? null : Math.abs(sum),
    currency,
    standing: sum === null && (standing === 'paid' || standing === 'refunded') ? 'unclear' : standing,
    fee: absolute(sumAt(columns.fee)),
  }
}

const absolute = (sum: number | null): number | null => (sum === null ? null : Math.abs(sum))

/** In a currency without decimals, zeros after a separator are dropped: `70 000,00` francs are 70 000. */
function sumIn(field: CsvField | undefined, currency: string, onAmbiguous: OnAmbiguous): number | null {
  if (!field) return null
  const { text } = field
  const isNegative = /^\s*[-−(]/u.test(text)
  const bare = text.replaceAll(/[-−()]/gu, '').trim()
  const whole = exponentOf(currency) === 0 ? bare.replace(/[.,]0{1,2}(?=\s*(?:[A-Z]{3})?$)/u, '') : bare
  const sum = readSum(whole, currency)
  if (sum.ok) return isNegative ? -sum.value : sum.value
  // A leading 0 is never part of a grouped number; a commission of 0.145 only has more decimals than its currency.
  if (sum.error.type === 'ambiguous-sum' && !whole.startsWith('0')) onAmbiguous(field, sum.error)
  return null
}

function standingIn(text: string, words: SettlementForm['words']): ProviderLine['standing'] {
  const word = plain(text)
  const found = (['paid', 'refunded', 'failed', 'waiting'] as const).find((standing) => words[standing].includes(word))
  return found ?? 'unclear'
}

/** Returns only lower-case letters and digits, without accents: `Référence marchand` becomes `referencemarchand`. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/gu, '')
}

/**
 * Names of columns and statuses in a provider's report, in lower-case letters and digits, without accents. If several
 * columns match, the name that is listed first applies. For `names`, all matching columns are used.
 */
interface SettlementForm {
  readonly names: readonly string[]
  readonly date: readonly string[]
  readonly amount: readonly string[]
  readonly currency: readonly string[]
  readonly status: readonly string[]
  readonly fee: readonly string[]
  /** Column that distinguishes payments from refunds, if the report has one. */
  readonly type: readonly string[]
  readonly words: Readonly<Record<Exclude<ProviderLine['standing'], 'unclear'>, readonly string[]>>
}

/** Providers do not publish their report formats, so these are words from their interfaces and usual column names. */
const generalForm: SettlementForm = {
  names: [
    'reference',
    'ref',
    'transactionid',
    'transactionreference',
    'idtransaction',
    'referencetransaction',
    'numerotransaction',
    'orderid',
    'merchantreference',
    'referencemarchand',
    'externalid',
    'receipt',
    'recu',
    'referencia',
  ],
  date: ['date', 'datetime', 'dateheure', 'datetransaction', 'transactiondate', 'createdat', 'timestamp', 'data'],
  amount: ['amount', 'montant', 'montantbrut', 'grossamount', 'valor'],
  currency: ['currency', 'devise', 'monnaie', 'moeda'],
  status: ['status', 'statut', 'etat', 'state', 'estado', 'resultat'],
  fee: ['fee', 'fees', 'frais', 'commission', 'commissions', 'taxa'],
  type: ['type', 'operation', 'typeoperation', 'transactiontype', 'nature'],
  words: {
    paid: [
      'success',
      'successful',
      'succeeded',
      'completed',
      'paid',
      'approved',
      'confirmed',
      'ok',
      'payment',
      'succes',
      'reussi',
      'reussie',
      'paye',
      'payee',
      'termine',
      'terminee',
      'valide',
      'validee',
      'paiement',
      'sucesso',
      'pago',
    ],
    refunded: [
      'refund',
      'refunded',
      'reversal',
      'reversed',
      'remboursement',
      'rembourse',
      'remboursee',
      'reembolso',
      'reembolsado',
    ],
    failed: [
      'failed',
      'failure',
      'cancelled',
      'canceled',
      'expired',
      'timeout',
      'rejected',
      'declined',
      'echec',
      'echoue',
      'echouee',
      'annule',
      'annulee',
      'expire',
      'expiree',
      'refuse',
      'refusee',
      'rejete',
    ],
    waiting: ['pending', 'initiated', 'processing', 'created', 'redirected', 'encours', 'enattente', 'pendente'],
  },
}

/** Column names in one provider's report. */
export type ReportColumns = Partial<Omit<SettlementForm, 'words'>>

/** Returns the general form with the provider's own names first. */
export function formOf(own: ReportColumns): SettlementForm {
  const of = (name: keyof typeof own): readonly string[] => [...(own[name] ?? []), ...generalForm[name]]
  return {
    names: of('names'),
    date: of('date'),
    amount: of('amount'),
    currency: of('currency'),
    status: of('status'),
    fee: of('fee'),
    type: of('type'),
    words: generalForm.words,
  }
}
