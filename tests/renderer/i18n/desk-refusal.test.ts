import { describe, expect, test } from 'vitest'
import { createI18n } from '../../../renderer/i18n/i18n.ts'
import { deskNoticeText } from '../../../renderer/i18n/notice-text.ts'
import { languages } from '../../../shared/domain/language.ts'
import { cardRefusals, refusalReasons } from '../../../shared/domain/money/tender-traits.ts'

/** Words of the one means, which nobody should read of the other. */
const cards = /carte|card|cartão|بطاق/iu
const telephones = /téléphone|telephone|telefone|هاتف|Areeba/iu

describe.each(languages)('in %s', (language) => {
  const i18n = createI18n(language, 'western', { 'mtn-momo': 'Areeba Money' })
  const refusal = (reason: string, tender?: 'card' | 'mtn-momo') =>
    deskNoticeText(i18n, { type: 'payment-refused', reason, ...(tender && { tender }) })

  test('a cashier reads why a payment was refused by what was to take it, and what to do next', () => {
    for (const reason of refusalReasons) {
      const [card, mobile] = [refusal(reason, 'card'), refusal(reason, 'mtn-momo')]
      expect(`${card.title} ${card.body}`, reason).not.toMatch(telephones)
      expect(`${mobile.title} ${mobile.body}`, reason).not.toMatch(cards)
      for (const { body } of [card, mobile]) expect(body.match(/[.。]/gu)?.length, reason).toBeGreaterThan(1)
    }
    const titles = (tender: 'card' | 'mtn-momo') =>
      new Set(refusalReasons.map((reason) => refusal(reason, tender).title))
    expect(titles('card').size).toBe(refusalReasons.length)
    expect(titles('mtn-momo').size).toBe(refusalReasons.length - cardRefusals.length)
    expect(refusal('unknown-payer', 'mtn-momo').title).toContain('Areeba Money')
    const away = deskNoticeText(i18n, { type: 'payment-unavailable', tender: 'mtn-momo' })
    expect(away.title).toContain('Areeba Money')
  })

  test('a word that nobody knows is a plain no, and a sale of an older program says what holds of all', () => {
    expect(refusal('LOST_CARD', 'card')).toEqual(refusal('declined', 'card'))
    expect(refusal('declined')).toEqual(
      i18n.t.problems['payment-refused']({ type: 'payment-refused', reason: 'declined' }, i18n.t.desk.money['no-sale']),
    )
  })
})
