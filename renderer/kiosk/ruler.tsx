import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './service-sheet.module.css'

/** Length of the line to measure, in millimetres. */
const LENGTH_MM = 100
const STEP = 0.05

/**
 * A line that is 100 mm long on a screen that is measured right: laid against a real ruler and made longer or shorter,
 * it gives the value for the settings.
 */
export function Ruler({ pixelsPerMillimetre }: { pixelsPerMillimetre: number }) {
  const { t } = useI18n()
  const [steps, setSteps] = useState(Math.round(pixelsPerMillimetre / STEP))
  const value = (steps * STEP).toFixed(2)
  return (
    <section className={styles.calibration} aria-label={t.service.calibration}>
      <p>{t.service.measure(LENGTH_MM)}</p>
      <div className={styles.ruler} style={{ width: `${LENGTH_MM * steps * STEP}px` }} role="img" aria-label={value} />
      <div className={styles.adjust}>
        <Button
          icon="minus"
          label={t.service.shorter}
          disabled={steps <= 1 / STEP}
          onPress={() => setSteps(steps - 1)}
        />
        <output className={styles.value}>{value}</output>
        <Button
          icon="plus"
          label={t.service.longer}
          disabled={steps >= 20 / STEP}
          onPress={() => setSteps(steps + 1)}
        />
      </div>
      <p>{t.service.setting(`"pixelsPerMillimetre": ${value}`)}</p>
    </section>
  )
}
