import { useState } from 'react'
import { cardNames, type CardName } from '../../shared/i18n/paper-texts.ts'
import type { CardView } from '../../shared/kiosk-api/office-views.ts'
import type { Problem } from '../app/problem.ts'
import { Manual } from '../components/manual/manual.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useOffice } from './office-context.tsx'
import { OfficeButton, OfficePage } from './office-page.tsx'
import styles from './office.module.css'

/** Shows the manuals, and prints the cards that are placed beside a machine. */
export function ManualPage() {
  const { t, language } = useI18n()
  const { invoke, who } = useOffice()
  const [card, setCard] = useState<CardView | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)

  async function print(name: CardName): Promise<void> {
    setBusy(true)
    const reply = await invoke('printCard', { ...who, card: name, language })
    setBusy(false)
    setCard(reply.ok ? reply.value : null)
    setProblem(reply.ok ? null : reply.error)
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
      <Manual first="desk" />
    </OfficePage>
  )
}
