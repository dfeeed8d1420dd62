import type { Notice } from '../app/problem.ts'
import type { DeskNotice } from './desk-notice.ts'
import type { I18n } from './i18n-context.tsx'
import type { ProblemText } from './problem-text.ts'

/** The same at the desk and in the office, where staff read: what concerns customers is said to those who serve them. */
export function deskNoticeText({ t, money }: I18n, notice: DeskNotice): ProblemText {
  const texts = { ...t.problems, ...t.desk.problems } as {
    readonly [T in DeskNotice['type']]: (notice: DeskNotice, written: I18n['money']) => ProblemText
  }
  return texts[notice.type](notice, money)
}

/** The words for anything that can go wrong, in the language of the screen. */
export function noticeText({ t }: I18n, notice: Notice): ProblemText {
  const texts = t.problems as { readonly [T in Notice['type']]: (notice: Notice) => ProblemText }
  return texts[notice.type](notice)
}
