import type { Notice } from '../app/problem.ts'
import type { CommandNames } from './command-name.ts'
import { deskRefusal } from './desk-refusal.ts'
import type { DeskNotice } from './desk-notice.ts'
import type { I18n } from './i18n.ts'
import type { ProblemText } from './problem-text.ts'

/** The same at the desk and in the office, where staff read: what concerns customers is said to those who serve them. */
export function deskNoticeText({ t, money }: I18n, notice: DeskNotice): ProblemText {
  const ofDesk = t.desk.problems as {
    readonly [T in DeskNotice['type']]?: (notice: DeskNotice, written: I18n['money']) => ProblemText
  }
  const refusal = deskRefusal(t.desk.refused, notice, t.desk.tenders)
  return refusal ?? ofDesk[notice.type]?.(notice, money) ?? noticeText({ t }, notice as Notice)
}

/** The words for anything that can go wrong, in the language of the screen. */
export function noticeText({ t }: Pick<I18n, 't'>, notice: Notice): ProblemText {
  const texts = t.problems as { readonly [T in Notice['type']]: (notice: Notice, desk: CommandNames) => ProblemText }
  return texts[notice.type](notice, t.desk)
}
