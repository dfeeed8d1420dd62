import { languages } from '../../../shared/domain/language.ts'
import { Button } from '../../components/button.tsx'
import { Choice } from '../../components/choice.tsx'
import { Guilloche } from '../../components/drawn/guilloche.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { nameOf } from '../../i18n/languages.ts'
import { ProblemOfSetup } from '../problem-of-setup.tsx'
import { useSetup } from '../setup-context.tsx'
import styles from '../setup.module.css'
import { MachineCoupon } from '../step-sheet.tsx'

/** First of all: in which language. */
export function WelcomeStep() {
  const { t, language } = useI18n()
  const { view, problem, answer, goOn, busy, leave } = useSetup()
  return (
    <Sheet
      title={t.setup.welcome.title}
      lead={view.again ? t.setup.welcome.again : t.setup.welcome.lead}
      notice={problem && <ProblemOfSetup problem={problem} />}
      background={
        <div className={styles.ornament}>
          <Guilloche seed="guichet" rings={30} />
        </div>
      }
      coupon={<MachineCoupon />}
      actions={
        <>
          <Button kind="primary" icon="arrow-right" disabled={busy} onPress={() => void goOn({ language })}>
            {t.setup.next}
          </Button>
          {view.again && (
            <Button kind="quiet" disabled={busy} onPress={leave}>
              {t.setup.leave}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.welcome} role="group" aria-label={t.tools.language}>
        {languages.map((each) => (
          <Choice key={each} lang={each} chosen={each === language} onPress={() => void answer({ language: each })}>
            <strong>{nameOf(each)}</strong>
          </Choice>
        ))}
      </div>
    </Sheet>
  )
}
