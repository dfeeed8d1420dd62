import { exponentOf, readSum, type SumError } from '../../shared/domain/money/money.ts'
import type { ProviderLine } from '../../shared/domain/money/settlement.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { ProgramTexts } from '../../shared/i18n/catalogues.ts'
import { type CsvField, type FileProblem, parseCsv, textOfFile } from '../host/files/file-text.ts'

export interface UnreadableSettlement {
  readonly type: 'unreadable'
  readonly problems: readonly FileProblem[]
}

/** A title and a logo's name may stand above the columns. */
const MOST_LINES_ABOVE = 20

/**
 * A provider's report, a CSV file as spreadsheets write it: encoding and separator are found out, what stands above the
 * names of the columns is skipped. There has to be a column of amounts and one of references. `currency`: of lines that
 * name none. A line without a status was paid; one below 0, or called a refund, went back. A report with a sum that has
 * two readings is refused.
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
  const head = rows.slice(0, MOST_LINES_ABOVE).findIndex((row) => columnsOf(row, form) !== null)
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
  /** -1: there is none. */
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

/** Decimals of nothing are nothing: `70 000,00` francs are 70 000. */
function sumIn(field: CsvField | undefined, currency: string, onAmbiguous: OnAmbiguous): number | null {
  if (!field) return null
  const { text } = field
  const isNegative = /^\s*[-−(]/u.test(text)
  const bare = text.replaceAll(/[-−()]/gu, '').trim()
  const whole = exponentOf(currency) === 0 ? bare.replace(/[.,]0{1,2}(?=\s*(?:[A-Z]{3})?$)/u, '') : bare
  const sum = readSum(whole, currency)
  if (sum.ok) return isNegative ? -sum.value : sum.value
  // Nobody groups figures behind a 0: a commission of 0.145 is only finer than its currency.
  if (sum.error.type === 'ambiguous-sum' && !whole.startsWith('0')) onAmbiguous(field, sum.error)
  return null
}

function standingIn(text: string, words: SettlementForm['words']): ProviderLine['standing'] {
  const word = plain(text)
  const found = (['paid', 'refunded', 'failed', 'waiting'] as const).find((standing) => words[standing].includes(word))
  return found ?? 'unclear'
}

/** Small letters and digits, without accents: `Référence marchand` is `referencemarchand`. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/gu, '')
}

/**
 * What a provider's report calls its columns and its states: small letters and digits alone, without accents; of
 * several columns that fit, the first named here counts. Every column of `names` does.
 */
interface SettlementForm {
  readonly names: readonly string[]
  readonly date: readonly string[]
  readonly amount: readonly string[]
  readonly currency: readonly string[]
  readonly status: readonly string[]
  readonly fee: readonly string[]
  /** Whether it is a payment or money that went back, where that is a column of its own. */
  readonly type: readonly string[]
  readonly words: Readonly<Record<Exclude<ProviderLine['standing'], 'unclear'>, readonly string[]>>
}

/** No provider publishes its report: these are words of their interfaces, and those that tables usually have. */
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

/** What one provider's report calls its columns. */
export type ReportColumns = Partial<Omit<SettlementForm, 'words'>>

/** The general form, with what one provider calls it before the rest. */
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
