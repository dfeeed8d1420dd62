import { useState, type ReactNode } from 'react'
import type { ScreenMeasure } from '../../../shared/api/kiosk/views.ts'
import { Button } from '../button.tsx'
import { Choice } from '../choice.tsx'
import { Keypad } from '../keypad.tsx'
import { Sheet } from './sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import styles from './measure-sheet.module.css'

/** Size of a bank card in millimetres (ISO/IEC 7810, ID-1). */
const CARD = { width: 85.6, height: 53.98, corner: 3.18 }

/** Length in millimetres that the displayed line has on a correctly measured screen. */
const LINE_MM = 100

const LEAST = 1
const MOST = 20
const STEP = 0.01
const MAX_DIGITS = 4
const HIGHEST_FOOT_MM = 1000

interface MeasureSheetProps {
  readonly measure: ScreenMeasure
  readonly saved: boolean
  readonly notice: ReactNode
  readonly busy: boolean
  /** Label of the button that saves and continues, even without a change. Set if measuring is one of several steps. */
  readonly wayOn?: string
  readonly coupon?: ReactNode
  readonly onSave: (measure: ScreenMeasure) => void
  readonly onBack: () => void
}

/**
 * Measures the screen. The user measures a line with a ruler for a first value, and verifies it to 0.25 % with a bank
 * card in a frame.
 */
export function MeasureSheet({ measure, saved, notice, busy, wayOn, coupon, onSave, onBack }: MeasureSheetProps) {
  const { t } = useI18n()
  const [linePixels] = useState(Math.round(LINE_MM * measure.pixelsPerMillimetre))
  const [hundredths, setHundredths] = useState(Math.round(measure.pixelsPerMillimetre / STEP))
  const [field, setField] = useState<'line' | 'foot'>('line')
  const [line, setLine] = useState('')
  const [foot, setFoot] = useState(String(measure.screenBottomMillimetres))

  const pixelsPerMillimetre = hundredths / 100
  const screenBottomMillimetres = Number(foot)
  const fits = pixelsPerMillimetre >= LEAST && pixelsPerMillimetre <= MOST
  const possible = fits && foot !== '' && screenBottomMillimetres <= HIGHEST_FOOT_MM
  const changed =
    pixelsPerMillimetre !== measure.pixelsPerMillimetre || screenBottomMillimetres !== measure.screenBottomMillimetres

  const maySave = !busy && possible && (changed || wayOn !== undefined)

  const typed = (digits: string): void => {
    if (field === 'foot') {
      setFoot(digits)
      return
    }
    setLine(digits)
    const read = Math.round(linePixels / Number(digits) / STEP)
    if (read >= LEAST / STEP && read <= MOST / STEP) setHundredths(read)
  }
  const nudge = (by: number): void => {
    setLine('')
    setHundredths(Math.min(MOST / STEP, Math.max(LEAST / STEP, hundredths + by)))
  }
  const digits = field === 'line' ? line : foot
  const save = (): void => onSave({ pixelsPerMillimetre, screenBottomMillimetres })
  return (
    <Sheet
      title={t.service.calibration}
      lead={saved && !changed ? t.service.saved : t.service.measureLead}
      leadRole="status"
      notice={notice}
      coupon={coupon}
      actions={
        <>
          <Button
            kind="primary"
            icon={wayOn === undefined ? 'check' : 'arrow-right'}
            disabled={!maySave}
            onPress={save}
          >
            {wayOn ?? t.service.save}
          </Button>
          <Button kind="quiet" icon="arrow-left" onPress={onBack}>
            {t.common.back}
          </Button>
        </>
      }
    >
      <div className={styles.measure}>
        <LineAndCard linePixels={linePixels} pixelsPerMillimetre={pixelsPerMillimetre} onNudge={nudge} />
        <div className={styles.typed}>
          <Choice chosen={field === 'line'} onPress={() => setField('line')}>
            {t.service.line} <strong>{t.service.millimetres(line || '–')}</strong>
          </Choice>
          <Choice chosen={field === 'foot'} onPress={() => setField('foot')}>
            {t.service.foot} <strong>{t.service.millimetres(foot || '–')}</strong>
          </Choice>
          <Keypad
            label={field === 'line' ? t.service.line : t.service.foot}
            eraseLabel={t.cash.erase}
            onDigit={(digit) => typed(`${digits}${digit}`.slice(0, MAX_DIGITS))}
            onErase={() => typed(digits.slice(0, -1))}
            onEnter={() => maySave && save()}
          />
        </div>
      </div>
    </Sheet>
  )
}

interface LineAndCardProps {
  readonly linePixels: number
  readonly pixelsPerMillimetre: number
  /** Changes the pixels per millimetre by a number of steps. */
  readonly onNudge: (by: number) => void
}

function LineAndCard({ linePixels, pixelsPerMillimetre, onNudge }: LineAndCardProps) {
  const { t } = useI18n()
  const length = (millimetres: number): string => `${millimetres * pixelsPerMillimetre}px`
  return (
    <div className={styles.drawn}>
      <div className={styles.line} style={{ width: `${linePixels}px` }} />
      <div
        className={styles.card}
        style={{ width: length(CARD.width), height: length(CARD.height), borderRadius: length(CARD.corner) }}
        role="img"
        aria-label={t.service.cardFrame}
      />
      <div className={styles.adjust}>
        <Button icon="minus" label={t.service.shorter} onPress={() => onNudge(-1)} />
        <output className={styles.value}>{t.service.perMillimetre(pixelsPerMillimetre)}</output>
        <Button icon="plus" label={t.service.longer} onPress={() => onNudge(1)} />
      </div>
    </div>
  )
}
