import { supportCode } from '../app/problem.ts'
import styles from './notice.module.css'
import { Icon, type IconName } from './icon.tsx'
import { useSpoken } from './speech/speech.tsx'
import { sentence } from '../i18n/dates.ts'

interface NoticeProps {
  readonly title: string
  readonly body: string
  /** Support code and device, such as `B1 · borne 07`, for support by telephone. */
  readonly code?: string
  readonly icon?: IconName
}

export function NoticeStrip({ title, body, code, icon = 'alert' }: NoticeProps) {
  useSpoken('notice', `${sentence(title)} ${body}`)
  return (
    <div className={styles.notice} role="alert">
      <Icon name={icon} />
      <p>
        <strong>{sentence(title)}</strong> {body}
      </p>
      {code && <span className={styles.code}>{code}</span>}
    </div>
  )
}

/** Shows the support code of a problem; empty for an input error. */
export function NoticeCode({ type }: { type: string }) {
  const code = supportCode(type)
  return code && <small className={styles.code}> {code}</small>
}
