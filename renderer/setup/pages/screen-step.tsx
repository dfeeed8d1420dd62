import type { ScreenMeasure } from '../../../shared/kiosk-api/views.ts'
import { USUAL_FOOT_MM } from '../../app/reach.ts'
import { MeasureSheet } from '../../components/sheets/measure-sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { ProblemOfSetup } from '../problem-of-setup.tsx'
import { useSetup } from '../setup-context.tsx'
import { MachineCoupon } from '../step-sheet.tsx'

/** Of a screen that nobody measured. */
const usual: ScreenMeasure = { pixelsPerMillimetre: 4, screenFootMillimetres: USUAL_FOOT_MM }

/** How large this screen is: the sheet that its technicians know. */
export function ScreenStep() {
  const { t } = useI18n()
  const { view, problem, busy, goOn, onBack } = useSetup()
  const { screen: measured = usual } = view.answers
  const isAsBefore = ({ pixelsPerMillimetre, screenFootMillimetres }: ScreenMeasure): boolean =>
    pixelsPerMillimetre === measured.pixelsPerMillimetre && screenFootMillimetres === measured.screenFootMillimetres
  return (
    <MeasureSheet
      measure={measured}
      saved={false}
      notice={problem && <ProblemOfSetup problem={problem} />}
      busy={busy}
      wayOn={t.setup.next}
      coupon={<MachineCoupon />}
      onSave={(screen) => void goOn(isAsBefore(screen) ? undefined : { screen })}
      onBack={onBack}
    />
  )
}
