import { useState } from 'react'
import { isDriven, setUpTenders, type TenderKind } from '../../../shared/domain/money/tender.ts'
import { Icon } from '../../components/icon.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { NextButton } from '../next-button.tsx'
import { useSetup } from '../setup-context.tsx'
import styles from '../setup.module.css'
import { StepSheet } from '../step-sheet.tsx'
import { isOffered, offeredTenders } from '../steps.ts'
import { ProviderSheet } from './provider-sheet.tsx'

/** How customers pay here, and who takes the money of each way. */
export function PaymentStep() {
  const { t } = useI18n()
  const { view, answer, goOn } = useSetup()
  const [chosen, setChosen] = useState<TenderKind | null>(null)
  const words = t.payment
  const offered = offeredTenders(view.answers)
  if (chosen && isDriven(chosen)) return <ProviderSheet tender={chosen} onDone={() => setChosen(null)} />
  const isDesk = view.answers.profile === 'cashier'
  const turn = (kind: TenderKind): void => {
    const after = offered.includes(kind) ? offered.filter((one) => one !== kind) : [...offered, kind]
    if (after.length > 0) void answer({ tenders: setUpTenders.filter((one) => after.includes(one)) })
  }
  const takerOf = (kind: TenderKind): string => {
    if (!isDriven(kind)) return words.cashAbout
    const driver = view.answers.payments?.[kind]?.driver
    const form = view.paymentForms.find((each) => each.driver === driver)
    if (form) return words.drivers[form.driver].name
    return isDesk ? words.attended : words.notOffered
  }
  const stateOf = (kind: TenderKind): string => {
    if (!offered.includes(kind)) return words.notOffered
    if (!isDriven(kind) || !view.answers.payments?.[kind]) return words.offered
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
        {setUpTenders.map((kind) => (
          <li key={kind}>
            <button
              type="button"
              className={styles.holder}
              data-chosen={isOffered(kind, view.answers)}
              {...(!isDriven(kind) && { 'aria-pressed': offered.includes(kind) })}
              onClick={() => (isDriven(kind) ? setChosen(kind) : turn(kind))}
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
