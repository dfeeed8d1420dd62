import { useState } from 'react'
import { isCash, isDriven, isNotes, setUpTenders, type TenderKind } from '../../../shared/domain/money/tender.ts'
import { Icon } from '../../components/icon.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { NextButton } from '../next-button.tsx'
import { useSetup } from '../setup-context.tsx'
import styles from '../setup.module.css'
import { StepSheet } from '../step-sheet.tsx'
import { isOffered, offeredTenders } from '../steps.ts'
import { NotesSheet } from './notes-sheet.tsx'
import { ProviderSheet } from './provider-sheet.tsx'

/** How customers pay here, and who takes the money of each way. */
export function PaymentStep() {
  const { t } = useI18n()
  const { view, answer, goOn } = useSetup()
  const [chosen, setChosen] = useState<TenderKind | null>(null)
  const words = t.payment
  const offered = offeredTenders(view.answers)
  if (chosen && isNotes(chosen)) return <NotesSheet onDone={() => setChosen(null)} />
  if (chosen && isDriven(chosen)) return <ProviderSheet tender={chosen} onDone={() => setChosen(null)} />
  const { profile, notes } = view.answers
  const isDesk = profile === 'cashier'
  const askable = setUpTenders(profile)
  const turn = (kind: TenderKind): void => {
    const after = offered.includes(kind) ? offered.filter((one) => one !== kind) : [...offered, kind]
    if (after.length > 0) void answer({ tenders: askable.filter((one) => after.includes(one)) })
  }
  const takerOf = (kind: TenderKind): string => {
    if (isNotes(kind)) return notes?.device ?? words.notOffered
    if (!isDriven(kind)) return words.cashAbout
    const driver = view.answers.payments?.[kind]?.driver
    const form = view.paymentForms.find((each) => each.driver === driver)
    if (form) return words.drivers[form.driver].name
    return isDesk ? words.attended : words.notOffered
  }
  const stateOf = (kind: TenderKind): string => {
    if (!offered.includes(kind)) return words.notOffered
    const isTold = isNotes(kind) ? notes : isDriven(kind) && view.answers.payments?.[kind]
    if (!isTold) return words.offered
    const { running, steps } = view.examinedPayments[kind] ?? { running: true, steps: [] }
    if (running) return words.untried
    return steps.some(({ outcome }) => outcome === 'failed') ? words.broken : words.works
  }
  return (
    <StepSheet
      title={words.title}
      lead={words.lead}
      turn="list"
      actions={<NextButton onPress={() => void goOn({ tenders: [...offered] })} />}
    >
      <ul className={styles.holders}>
        {askable.map((kind) => (
          <li key={kind}>
            <button
              type="button"
              className={styles.holder}
              data-chosen={isOffered(kind, view.answers)}
              {...(isCash(kind) && { 'aria-pressed': offered.includes(kind) })}
              onClick={() => (isCash(kind) ? turn(kind) : setChosen(kind))}
            >
              <span>
                <strong>{t.desk.tenders[kind]}</strong>
                <span>{takerOf(kind)}</span>
              </span>
              <em>
                {offered.includes(kind) && <Icon name="check" />}
                {stateOf(kind)}
              </em>
            </button>
          </li>
        ))}
      </ul>
    </StepSheet>
  )
}
