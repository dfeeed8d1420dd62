import { languageOf, type Language } from '../../../shared/domain/language.ts'
import { formatMoney, type Minor } from '../../../shared/domain/money/money.ts'
import { catalogues } from '../../../shared/i18n/catalogues.ts'
import type { Remembered } from './stand-in.ts'

const STYLE =
  'body{font:1.2em sans-serif;max-width:22em;margin:2em auto;padding:0 1em}button{font:inherit;width:100%;padding:1em;margin:.5em 0}'

export interface PayPage<T> {
  readonly provider: string
  readonly amount: Minor
  readonly currency: string
  /** It can still be decided. */
  readonly open: boolean
  readonly payment: Remembered<T>
}

/** Answers for the page of one payment, behind a QR code of a stand-in, for who tries it by hand: pay, or refuse. */
export async function answerPage<T>(request: Request, page: PayPage<T>): Promise<Response> {
  const { open, payment } = page
  const language = languageOf((request.headers.get('accept-language') ?? '').slice(0, 2).toLowerCase())
  const texts = catalogues[language].simulatedPayment
  if (!open) return whole(language, page, `<p>${texts.over}</p>`)
  const decision = request.method === 'POST' ? new URLSearchParams(await request.text()).get('decision') : null
  if (decision === 'pay' || decision === 'refuse') {
    payment.decided = decision === 'pay' ? 'approved' : 'refused'
    return whole(language, page, `<p>${decision === 'pay' ? texts.paid : texts.refused}</p>`)
  }
  const button = (value: string, words: string): string => `<button name="decision" value="${value}">${words}</button>`
  const pay = texts.pay(formatMoney(page.amount, page.currency, language))
  return whole(language, page, `<form method="post">${button('pay', pay)}${button('refuse', texts.refuse)}</form>`)
}

/** Whole as it is sent, without a script. Nothing on it was typed by anybody. */
function whole<T>(language: Language, { provider }: PayPage<T>, body: string): Response {
  const { title, noMoney } = catalogues[language].simulatedPayment
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title(provider)}</title><style>${STYLE}</style>`
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  const text = `<!doctype html><html lang="${language}" dir="${direction}"><head>${head}</head><body><h1>${title(provider)}</h1><p>${noMoney}</p>${body}</body></html>`
  return new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } })
}
