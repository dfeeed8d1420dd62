import type { Notice } from '../app/problem.ts'
import type { I18n } from './i18n-context.tsx'
import type { ProblemText } from './problem-text.ts'

/** The words for anything that can go wrong, in the language of the screen. */
export function noticeText({ t }: I18n, notice: Notice): ProblemText {
  const texts = t.problems as { readonly [T in Notice['type']]: (notice: Notice) => ProblemText }
  return texts[notice.type](notice)
}
