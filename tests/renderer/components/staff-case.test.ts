import { describe, expect, test } from 'vitest'
import { numberLabel, questionText } from '../../../renderer/components/staff-case/staff-case.ts'
import { createI18n } from '../../../renderer/i18n/i18n.ts'
import { languages } from '../../../shared/domain/language.ts'
import type { TenderKind } from '../../../shared/domain/money/tender.ts'
import { staffCases } from '../../world/scenes/answers.ts'

const moneyMoved = (tender: TenderKind | null) => ({ ...staffCases[1], tender })

describe.each(languages)('whether money moved, in %s', (language) => {
  const i18n = createI18n(language)
  const asked = (tender: TenderKind | null): string => questionText(moneyMoved(tender), i18n)

  test('a banknote is looked for in the cash box, not at a provider', () => {
    const atProvider = asked('orange-money').split(/[?؟]/u).at(-1)
    expect(atProvider).not.toBe('')
    for (const tender of ['notes', 'credit-slip'] as const) expect(asked(tender)).not.toContain(atProvider)
  })

  test('no approval number is asked of cash, banknotes or refund vouchers', () => {
    const label = i18n.t.staffDesk.approval
    expect((['card', 'mobile-money'] as const).map((tender) => numberLabel(moneyMoved(tender), i18n))).toEqual([
      label,
      label,
    ])
    for (const tender of ['cash', 'notes', 'credit-slip', null] as const)
      expect(numberLabel(moneyMoved(tender), i18n)).toBeNull()
  })
})
