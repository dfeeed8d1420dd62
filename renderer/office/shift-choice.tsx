import { useI18n } from '../i18n/i18n-context.tsx'
import { useAsked, useOffice } from './office-context.tsx'
import styles from './office.module.css'

/** The running shift, or one that was closed. */
export function ShiftChoice({
  shiftNo,
  onChoose,
}: {
  shiftNo: number | null
  onChoose: (shiftNo: number | null) => void
}) {
  const { t, instant } = useI18n()
  const { who } = useOffice()
  const closed = (useAsked('listClosures', who).value ?? []).filter(({ kind }) => kind === 'Z')
  return (
    <label className={styles.field}>
      <span>{t.office.shift}</span>
      <select
        value={shiftNo ?? ''}
        onChange={({ target }) => onChoose(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{t.office.runningShift}</option>
        {closed.map((closure) => (
          <option key={closure.seq} value={closure.shiftNo}>
            {t.office.shiftOf(closure.shiftNo, instant(closure.to))}
          </option>
        ))}
      </select>
    </label>
  )
}
