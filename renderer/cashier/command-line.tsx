import { isMobileMoney } from '../../shared/domain/money/tender.ts'
import { useEffect, useRef, useState } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import { isolated } from '../i18n/numerals.ts'
import styles from './cashier-app.module.css'
import { useDesk } from './state/desk-context.tsx'
import { DeskNoticeLine } from './desk-notice.tsx'
import { NOTHING_CHOSEN, questionOf, said, type DeskStep } from './state/desk-state.ts'

/** One line for everything: what is sold, where, and what was paid. It keeps the keyboard, whatever was clicked. */
export function CommandLine({ step }: { step: DeskStep }) {
  const { t } = useI18n()
  const { store, state } = useDesk()
  const { customer } = state
  const [typed, setTyped] = useState(step === 'customer' && customer ? said(customer) : '')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const take = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement && target.closest('[role="application"], input')) return
      input.current?.focus()
    }
    input.current?.focus()
    store.typing('')
    window.addEventListener('focusin', take)
    return () => window.removeEventListener('focusin', take)
  }, [store])
  const { overview } = state.visit?.session ?? {}
  const place = state.visit?.plan?.tribunes[0]?.name ?? overview?.zones[0]?.name ?? ''
  const search = overview ? example(place.toLocaleLowerCase(), overview.sections[0]?.code ?? '') : ''
  const { stage } = state.sale ?? {}
  const attended =
    stage?.name === 'paying' && isMobileMoney(stage.tender) ? t.desk.attended.byTelephone : t.desk.attended.card
  const hints = {
    events: t.desk.eventHint,
    payment: state.chosen === NOTHING_CHOSEN ? t.cash.received : t.desk.sumHint,
    payer: t.desk.payerHint,
    attended: attended.hint,
    customer: t.desk.customer.hint,
    parked: t.desk.parkedHint,
    question: t.desk.questionHints[questionOf(state)?.type ?? 'moved'],
  } as const
  const hint = step in hints ? hints[step as keyof typeof hints] : search
  return (
    <form
      className={styles.command}
      onSubmit={(event) => {
        event.preventDefault()
        store.enter(typed)
        setTyped('')
        store.typing('')
      }}
    >
      <input
        ref={input}
        aria-label={t.desk.commandLabel}
        placeholder={hint}
        // What is typed runs as it is written, "4 nord" on an Arabic screen too; a hint runs as the screen does.
        dir={typed === '' ? undefined : 'auto'}
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          store.typing(target.value)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          store.move(event.key === 'ArrowDown' ? 1 : -1)
        }}
      />
      {state.notice && <DeskNoticeLine notice={state.notice} />}
    </form>
  )
}

/** The line's own language: the same in every other, like a door's number. */
function example(place: string, section: string): string {
  return [`4 ${place}`, `${section} F 12-15`, '2 max 50000'].map(isolated).join('   ·   ')
}
