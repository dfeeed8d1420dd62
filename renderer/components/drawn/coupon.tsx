import type { ReactNode } from 'react'
import styles from './coupon.module.css'

export interface CouponField {
  readonly label: string
  /** Null while it is still to be chosen. */
  readonly value: ReactNode | null
  readonly strong?: boolean
}

/** The ticket fills in as the customer goes: what is chosen stands in ink, what is not is a dotted line. */
export function Coupon({ label, toFill, fields }: { label: string; toFill: string; fields: readonly CouponField[] }) {
  return (
    <dl className={styles.coupon} aria-label={label} data-stub>
      {fields.map(({ label: name, value, strong = false }) => (
        <div key={name} className={`${styles.field} ${strong ? styles.strong : ''}`} data-filled={value !== null}>
          <dt>{name}</dt>
          <dd>
            {value ?? (
              <>
                <span className={styles.blank} aria-hidden="true" />
                <span className="unseen">{toFill}</span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
