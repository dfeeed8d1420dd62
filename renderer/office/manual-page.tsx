import { useState } from 'react'
import { cardNames, type CardName } from '../../shared/i18n/texts.ts'
import type { CardView } from '../../shared/api/kiosk/office-views.ts'
import { Manual } from '../ui/manual/manual.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useCommand, useOffice } from './office-context.tsx'
import { OfficeButton, OfficePage } from './office-page.tsx'
import styles from './office.module.css'

export function ManualPage() {
  const { t, language } = useI18n()
  const { invoke, who } = useOffice()
  const [card, setCard] = useState<CardView | null>(null)
  const { busy, problem, send } = useCommand()

  async function print(name: CardName): Promise<void> {
    const reply = await send(invoke('printCard', { ...who, card: name, language }))
    setCard(reply.ok ? reply.value : null)
  }

  const words = t.office.manual
  return (
    <OfficePage
      title={t.office.pages.manual}
      problem={problem}
      actions={cardNames.map((name) => (
        <OfficeButton key={name} disabled={busy} onPress={() => void print(name)}>
          {words.cards[name]}
        </OfficeButton>
      ))}
    >
      {card && (
        <p className={styles.notice} role="status">
          {words.paper[card.paper]} {words.saved(card.file)}
        </p>
      )}
      <Manual first="cashier-desk" />
    </OfficePage>
  )
}
