import { exponentOf, readSum, type SumError } from '../../shared/domain/money/money.ts'
import type { ProviderLine } from '../../shared/domain/money/settlement.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { ProgramTexts } from '../../shared/i18n/catalogues.ts'
import { type CsvField, type FileProblem, parseCsv, textOfFile } from '../host/files/file-text.ts'

export interface UnreadableSettlement {
  readonly type: 'unreadable'
  readonly problems: readonly FileProblem[]
}

const MAX_LINES_ABOVE = 20

/**
 * Reads a provider's report (CSV). `currency`: default for lines that name no currency. A line without a status counts
 * as paid. A negative amount or a refund type marks a refund. A report with an ambiguous amount is rejected.
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

const columnNames = ['date', 'amount', 'currency', 'status', 'fee', 'type'] as const

/** Index of each column; -1 means that the column is absent. */
type Columns = Readonly<Record<(typeof columnNames)[number], number>> & { readonly names: readonly number[] }

function columnsOf(row: readonly CsvField[], form: SettlementForm): Columns | null {
  const heads = row.map(({ text }) => plain(text))
  const first = (wanted: readonly string[]): number =>
    wanted.map((name) => heads.indexOf(name)).find((at) => at >= 0) ?? -1
  const names = heads.flatMap((head, at) => (form.names.includes(head) ? [at] : []))
  const columns = Object.fromEntries(columnNames.map((name) => [name, first(form[name])])) as Omit<Columns, 'names'>
  return names.length === 0 || columns.amount < 0 ? null : { names, ...columns }
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

/** Returns null for a line without a reference, such as a total. */
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

/** Reads an amount. In a currency without decimals, `70 000,00` is 70 000. */
function sumIn(field: CsvField | undefined, currency: string, onAmbiguous: OnAmbiguous): number | null {
  if (!field) return null
  const { text } = field
  const isNegative = /^\s*[-−(]/u.test(text)
  const bare = text.replaceAll(/[-−()]/gu, '').trim()
  const whole = exponentOf(currency) === 0 ? bare.replace(/[.,]0{1,2}(?=\s*(?:[A-Z]{3})?$)/u, '') : bare
  const sum = readSum(whole, currency)
  if (sum.ok) return isNegative ? -sum.value : sum.value
  // A number with a leading 0 has no thousands separator: 0.145 has too many decimals for its currency.
  if (sum.error.type === 'ambiguous-sum' && !whole.startsWith('0')) onAmbiguous(field, sum.error)
  return null
}

function standingIn(text: string, words: SettlementForm['words']): ProviderLine['standing'] {
  const word = plain(text)
  const found = (['paid', 'refunded', 'failed', 'waiting'] as const).find((standing) => words[standing].includes(word))
  return found ?? 'unclear'
}

/** Returns lower-case letters and digits without accents: `Réf. marchand` becomes `refmarchand`. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/gu, '')
}

/**
 * Names of columns and statuses in lower-case letters and digits. If several columns match, the name listed first is
 * used; for `names`, every match is used.
 */
type SettlementForm = Readonly<Record<keyof Columns, readonly string[]>> & {
  readonly words: Readonly<Record<Exclude<ProviderLine['standing'], 'unclear'>, readonly string[]>>
}

const listOf = (words: string): readonly string[] => words.split(' ')

/** Usual column names and words of the providers' interfaces, because report formats are not published. */
const generalForm: SettlementForm = {
  names: listOf(
    'reference ref transactionid transactionreference idtransaction referencetransaction numerotransaction orderid ' +
      'merchantreference referencemarchand externalid receipt recu referencia',
  ),
  date: listOf('date datetime dateheure datetransaction transactiondate createdat timestamp data'),
  amount: listOf('amount montant montantbrut grossamount valor'),
  currency: listOf('currency devise monnaie moeda'),
  status: listOf('status statut etat state estado resultat'),
  fee: listOf('fee fees frais commission commissions taxa'),
  type: listOf('type operation typeoperation transactiontype nature'),
  words: {
    paid: listOf(
      'success successful succeeded completed paid approved confirmed ok payment succes reussi reussie paye payee ' +
        'termine terminee valide validee paiement sucesso pago',
    ),
    refunded: listOf('refund refunded reversal reversed remboursement rembourse remboursee reembolso reembolsado'),
    failed: listOf(
      'failed failure cancelled canceled expired timeout rejected declined echec echoue echouee annule annulee expire ' +
        'expiree refuse refusee rejete',
    ),
    waiting: listOf('pending initiated processing created redirected encours enattente pendente'),
  },
}

export type ReportColumns = Partial<Omit<SettlementForm, 'words'>>

export function formOf(own: ReportColumns): SettlementForm {
  const of = (name: keyof Columns) => [name, [...(own[name] ?? []), ...generalForm[name]]] as const
  const columns = Object.fromEntries((['names', ...columnNames] as const).map(of)) as Record<keyof Columns, string[]>
  return { ...columns, words: generalForm.words }
}
