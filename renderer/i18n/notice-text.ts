import type { Notice } from '../app/problem.ts'
import type { SaleMoney } from '../app/sale-money.ts'
import type { CommandNames } from './command-name.ts'
import { deskRefusal } from './desk-refusal.ts'
import type { DeskNotice } from './desk-notice.ts'
import type { I18n } from './i18n.ts'
import type { ProblemText, FormatMoney } from './problem-text.ts'

/** The sale may be further along than the screen shows, so the payment status is unknown. */
const behind: ReadonlySet<DeskNotice['type']> = new Set<DeskNotice['type']>([
  'bridge-lost',
  'internal',
  'key-failed',
  'sale-in-progress',
  'unknown-sale',
  'wrong-stage',
])

/** Payment status known when this notice is shown. */
export function certainMoney(notice: DeskNotice, money: SaleMoney): SaleMoney {
  return money === 'none' && behind.has(notice.type) ? 'no-sale' : money
}

/**
 * The same at the desk and in the office, where staff read: what concerns customers is said to those who serve them.
 * `paid`: what is known about the money of the sale at hand.
 */
export function deskNoticeText({ t, money }: I18n, notice: DeskNotice, paid: SaleMoney = 'no-sale'): ProblemText {
  const ofDesk = t.desk.problems as {
    readonly [T in DeskNotice['type']]?: (notice: DeskNotice, paid: string, money: FormatMoney) => ProblemText
  }
  const words = t.desk.money[certainMoney(notice, paid)]
  const refusal = deskRefusal(t.desk.refused, notice, t.desk.tenders, words)
  return refusal ?? ofDesk[notice.type]?.(notice, words, money) ?? textOf({ t, money }, notice as Notice, words)
}

/** Returns the text of a notice in the language of the screen. `paid` as above. */
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
