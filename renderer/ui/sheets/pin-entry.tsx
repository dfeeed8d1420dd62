import type { ReactNode } from 'react'
import { MIN_PIN_DIGITS } from '../../../shared/domain/staff.ts'
import { Button } from '../button.tsx'
import { Keypad } from '../keypad.tsx'
import { holding } from '../speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import styles from './pin-entry.module.css'

const LONGEST = 8

interface PinEntryProps {
  readonly pin: string
  readonly onPin: (pin: string) => void
  readonly onEnter: () => void
  /** Label of the input. Default: the PIN of the current staff member. */
  readonly label?: string
  /** True for a number that is not secret: its digits are shown, and one digit is enough. */
  readonly shown?: boolean
  /** PIN of the demo, shown on the screen. */
  readonly demoPin?: string | undefined
  readonly children?: ReactNode
}

export function PinEntry({ pin, onPin, onEnter, label, shown = false, demoPin, children }: PinEntryProps) {
  const { t } = useI18n()
  const enough = pin.length >= (shown ? 1 : MIN_PIN_DIGITS)
  return (
    <div className={styles.entry} {...holding('pin')}>
      <div className={styles.beside}>
        {children}
        <div className={styles.pin}>
          <p>{label ?? t.cash.pin}</p>
          {demoPin !== undefined && <p className={styles.demo}>{t.cash.demoPin(demoPin)}</p>}
          {shown && <output className={styles.figures}>{pin || '–'}</output>}
          {!shown && (
            <p className={styles.dots} aria-live="polite">
              <span className="unseen">{t.cash.pinEntered(pin.length)}</span>
              {Array.from({ length: Math.max(MIN_PIN_DIGITS, pin.length) }, (_, index) => (
                <i key={index} data-filled={index < pin.length} aria-hidden="true" />
              ))}
            </p>
          )}
        </div>
        <Button icon="arrow-right" disabled={!enough} onPress={onEnter}>
          {t.cash.next}
        </Button>
      </div>
      <Keypad
        label={label ?? t.cash.pin}
        eraseLabel={t.cash.erase}
        onDigit={(digit) => onPin((pin + digit).slice(0, LONGEST))}
        onErase={() => onPin(pin.slice(0, -1))}
        onEnter={() => enough && onEnter()}
      />
    </div>
  )
}
