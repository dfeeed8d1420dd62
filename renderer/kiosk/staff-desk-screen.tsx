import { useState, type ReactNode } from 'react'
import type { Result } from '../../shared/domain/result.ts'
import type { CommandInput } from '../../shared/kiosk-api/contract.ts'
import type { ServiceView, StaffCase } from '../../shared/kiosk-api/views.ts'
import { Button } from '../components/button.tsx'
import { Keypad } from '../components/keypad.tsx'
import { Sheet } from '../components/sheet.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useKioskStore } from './kiosk-context.tsx'
import { PinEntry } from './pin-entry.tsx'
import type { Problem } from './problem.ts'
import { ProblemNotice } from './problem-notice.tsx'
import { ServiceSheet } from './service-sheet.tsx'
import { StaffCaseFacts } from './staff-case-facts.tsx'
import styles from './staff-desk-screen.module.css'

type Answer = CommandInput<'settleStaffCase'>['answer']

const MOST_DIGITS = 12

/** Behind the PIN: the sales that wait for a person, one at a time, each with the answers that its question takes. */
export function StaffDeskScreen() {
  const { t } = useI18n()
  const store = useKioskStore()
  const [pin, setPin] = useState('')
  const [cases, setCases] = useState<readonly StaffCase[] | null>(null)
  const [index, setIndex] = useState(0)
  const [service, setService] = useState<ServiceView | null>(null)
  const [refusal, setRefusal] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)

  const show = (reply: Result<readonly StaffCase[], Problem>): void => {
    setBusy(false)
    setRefusal(reply.ok ? null : reply.error)
    if (reply.ok) setCases(reply.value)
    else refused(reply.error)
  }
  const refused = (error: Problem): void => {
    setRefusal(error)
    if (error.type === 'wrong-pin' || error.type === 'pin-locked') {
      setPin('')
      setCases(null)
      setService(null)
    }
  }
  const look = (): void => {
    setBusy(true)
    void store.invoke('viewService', { pin }).then((reply) => {
      setBusy(false)
      if (reply.ok) setService(reply.value)
      else refused(reply.error)
    })
  }
  const quit = (): void => {
    setBusy(true)
    void store.invoke('quitProgram', { pin }).then((reply) => {
      setBusy(false)
      if (!reply.ok) refused(reply.error)
    })
  }
  const open = (): void => {
    setBusy(true)
    void store.invoke('listStaffCases', { pin }).then(show)
  }
  const settle = (saleId: string, answer: Answer): void => {
    setBusy(true)
    setIndex(0)
    void store.invoke('settleStaffCase', { pin, saleId, answer }).then(show)
  }

  const close = (
    <Button kind="quiet" icon="arrow-left" onPress={store.closeStaff}>
      {t.staffDesk.close}
    </Button>
  )
  const notice = refusal && <ProblemNotice notice={refusal} />
  if (!cases) {
    return (
      <Sheet title={t.staffDesk.title} lead={t.staffDesk.pinBody} notice={notice} actions={close}>
        <PinEntry pin={pin} onPin={setPin} onEnter={open} />
      </Sheet>
    )
  }
  if (service) {
    return <ServiceSheet service={service} busy={busy} onRefresh={look} onQuit={quit} onBack={() => setService(null)} />
  }
  const toService = (
    <Button icon="list" disabled={busy} onPress={look}>
      {t.service.title}
    </Button>
  )
  const shown = cases[Math.min(index, cases.length - 1)]
  if (!shown) {
    return (
      <Sheet
        title={t.staffDesk.none}
        lead={t.staffDesk.noneBody}
        notice={notice}
        actions={
          <>
            {toService}
            {close}
          </>
        }
      />
    )
  }
  return (
    <CaseSheet
      key={shown.saleId}
      staffCase={shown}
      position={cases.indexOf(shown)}
      count={cases.length}
      busy={busy}
      refusal={refusal}
      toService={toService}
      onTurn={setIndex}
      onSettle={(answer) => settle(shown.saleId, answer)}
    />
  )
}

interface CaseSheetProps {
  readonly staffCase: StaffCase
  readonly position: number
  readonly count: number
  readonly busy: boolean
  readonly refusal: Problem | null
  readonly toService: ReactNode
  readonly onTurn: (index: number) => void
  readonly onSettle: (answer: Answer) => void
}

function CaseSheet({ staffCase, position, count, busy, refusal, toService, onTurn, onSettle }: CaseSheetProps) {
  const { t } = useI18n()
  const store = useKioskStore()
  const [receipt, setReceipt] = useState('')
  const { question } = staffCase
  return (
    <Sheet
      title={t.staffDesk.of(position + 1, count)}
      lead={t.staffDesk.question(question)}
      notice={refusal && <ProblemNotice notice={refusal} />}
      actions={
        <>
          {question === 'money-moved' && (
            <>
              <Button kind="primary" disabled={busy} onPress={() => onSettle({ type: 'money-moved', moved: true })}>
                {t.staffDesk.moneyMoved}
              </Button>
              <Button disabled={busy} onPress={() => onSettle({ type: 'money-moved', moved: false })}>
                {t.staffDesk.moneyNotMoved}
              </Button>
            </>
          )}
          {question === 'tickets-differ' && (
            <Button kind="primary" disabled={busy} onPress={() => onSettle({ type: 'ask-again' })}>
              {t.staffDesk.askAgain}
            </Button>
          )}
          {question === 'reprint' && (
            <Button kind="primary" icon="printer" disabled={busy} onPress={() => onSettle({ type: 'reprint' })}>
              {t.staffDesk.reprint}
            </Button>
          )}
          {question === 'pay-back' && (
            <Button
              kind="primary"
              icon="cash"
              disabled={busy || receipt === ''}
              onPress={() => onSettle({ type: 'paid-back', reference: receipt })}
            >
              {t.staffDesk.paidBack}
            </Button>
          )}
          {count > 1 && (
            <div className={styles.turn}>
              <Button
                icon="arrow-left"
                label={t.staffDesk.previous}
                disabled={position === 0}
                onPress={() => onTurn(position - 1)}
              />
              <Button
                icon="arrow-right"
                label={t.staffDesk.next}
                disabled={position === count - 1}
                onPress={() => onTurn(position + 1)}
              />
            </div>
          )}
          {toService}
          <Button kind="quiet" icon="arrow-left" onPress={store.closeStaff}>
            {t.staffDesk.close}
          </Button>
        </>
      }
    >
      <div className={styles.case}>
        <StaffCaseFacts staffCase={staffCase} />
        {question === 'pay-back' && (
          <div className={styles.receipt}>
            <p>{t.staffDesk.receipt}</p>
            <p className={styles.number} aria-live="polite">
              {receipt === '' ? '–' : receipt}
            </p>
            <Keypad
              label={t.staffDesk.receipt}
              eraseLabel={t.cash.erase}
              onDigit={(digit) => setReceipt((receipt + digit).slice(0, MOST_DIGITS))}
              onErase={() => setReceipt(receipt.slice(0, -1))}
              onEnter={() => receipt !== '' && onSettle({ type: 'paid-back', reference: receipt })}
            />
          </div>
        )}
      </div>
    </Sheet>
  )
}
