import { hasNothingToClose } from '../../shared/domain/money/drawer.ts'
import type { SaleStage, ShiftView } from '../../shared/api/kiosk/views.ts'
import type { Notice, SaleMoney } from '../app/problem.ts'
import { isolated } from './dates.ts'
import type { Catalogue } from './fr/catalogue.ts'
import type { I18n } from './i18n.ts'
import type { CommandNames } from './names.ts'
import { type DeskNotice, deskRefusal, type FormatMoney, type ProblemText } from './problem-text.ts'

/**
 * Notices after which the sale may have advanced without the page being informed, so that the payment status is
 * unknown.
 */
const behind: ReadonlySet<DeskNotice['type']> = new Set<DeskNotice['type']>([
  'bridge-lost',
  'internal',
  'key-failed',
  'sale-in-progress',
  'unknown-sale',
  'invalid-state',
])

/** Returns the payment status that is certain when the given notice is shown. */
export function certainMoney(notice: DeskNotice, money: SaleMoney): SaleMoney {
  return money === 'none' && behind.has(notice.type) ? 'no-sale' : money
}

/**
 * Returns the text of a notice at the desk and in the back office, addressed to staff. `paid`: payment status of the
 * current sale.
 */
export function deskNoticeText({ t, money }: I18n, notice: DeskNotice, paid: SaleMoney = 'no-sale'): ProblemText {
  const ofDesk = t.desk.problems as {
    readonly [T in DeskNotice['type']]?: (notice: DeskNotice, paid: string, money: FormatMoney) => ProblemText
  }
  const words = t.desk.money[certainMoney(notice, paid)]
  const refusal = deskRefusal(t.desk.refused, notice, t.desk.tenders, words)
  const text = refusal ?? ofDesk[notice.type]?.(notice, words, money) ?? textOf({ t, money }, notice as Notice, words)
  return notice.part === undefined ? text : { ...text, title: `${isolated(notice.part)} · ${text.title}` }
}

export function noticeText(
  { t, money }: Pick<I18n, 't' | 'money'>,
  notice: Notice,
  paid: SaleMoney = 'no-sale',
): ProblemText {
  return textOf({ t, money }, notice, t.money[certainMoney(notice, paid)])
}

function textOf({ t, money }: Pick<I18n, 't' | 'money'>, notice: Notice, paid: string): ProblemText {
  const texts = t.problems as {
    readonly [T in Notice['type']]: (
      notice: Notice,
      paid: string,
      names: { readonly desk: CommandNames; readonly money: FormatMoney },
    ) => ProblemText
  }
  return texts[notice.type](notice, paid, { desk: t.desk, money })
}

/**
 * Returns the warning to show before a Z report if items are open or the report is empty; null if no warning applies.
 */
export function beforeZ({ t, money }: I18n, shift: ShiftView): ProblemText | null {
  const { drawers, openSales, owed } = shift
  const uncounted = drawers.filter((drawer) => drawer.uncounted).map(({ currency }) => currency)
  const said = [
    ...(hasNothingToClose(shift) ? [t.shift.beforeZ.nothing(shift.shiftNo - 1)] : []),
    ...(uncounted.length > 0 ? [t.shift.beforeZ.uncounted(uncounted.join(t.common.comma))] : []),
    ...(openSales > 0 ? [t.shift.beforeZ.openSales(openSales)] : []),
    ...owed.map(({ amount, currency }) => t.shift.beforeZ.owed(money(amount, currency))),
  ]
  return said.length > 0 ? { title: t.shift.beforeZ.title, body: said.join(' ') } : null
}

export function cardWords(
  words: Catalogue['card'],
  { phase, device }: Extract<SaleStage, { name: 'paying' }>,
): ProblemText {
  if (phase === 'asking-again') return { title: words.asking, body: words.askingBody }
  if (device) return words.device[device.phase]
  return phase === 'starting' ? words.device.waking : { title: words.waiting, body: words.waitingBody }
}

export function notesWords(
  { t, money }: I18n,
  { phase, notes }: Extract<SaleStage, { name: 'paying' }>,
  currency: string,
): ProblemText {
  if (phase === 'asking-again') return t.notes.checking
  if (notes?.held !== undefined) return t.notes.held(money(notes.held, currency))
  if (notes && notes.missing <= 0) return t.notes.complete
  return notes && notes.taken > 0 ? t.notes.more(money(notes.missing, currency)) : t.notes.first
}
