import { useEffect, useEffectEvent } from 'react'
import { digitOf } from '../../shared/domain/keypad.ts'
import { listen } from './hooks.ts'
import { Icon } from './icon.tsx'
import styles from './keypad.module.css'

export interface KeypadProps {
  readonly label: string
  readonly eraseLabel: string
  readonly disabled?: boolean
  readonly onDigit: (digit: string) => void
  readonly onErase: () => void
  readonly onEnter: () => void
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** Digit pad in the order of a telephone. It also accepts digits typed on a keyboard. */
export function Keypad({ label, eraseLabel, disabled = false, onDigit, onErase, onEnter }: KeypadProps) {
  const type = useEffectEvent((event: KeyboardEvent) => {
    if (disabled || event.ctrlKey || event.metaKey || event.altKey) return
    const digit = digitOf(event)
    if (digit !== null) onDigit(digit)
    else if (event.key === 'Backspace') onErase()
    else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) onEnter()
    else return
    event.preventDefault()
  })
  useEffect(() => listen(['keydown'], (event) => type(event)), [])
  const key = (digit: string) => (
    <button key={digit} type="button" aria-disabled={disabled} onClick={disabled ? undefined : () => onDigit(digit)}>
      {digit}
    </button>
  )
  return (
    <div className={styles.keypad} role="group" aria-label={label} data-types="figures">
      {digits.map(key)}
      <span />
      {key('0')}
      <button
        type="button"
        data-erase
        aria-label={eraseLabel}
        aria-disabled={disabled}
        onClick={disabled ? undefined : onErase}
      >
        <Icon name="erase" />
      </button>
    </div>
  )
}

/**
 * Attribute of fields for numbers, PINs, amounts and times, in which digit keys are recognised by their position on the
 * keyboard.
 */
export const digitKeys = { 'data-digit-keys': '' } as const

const FIELDS = 'input[data-digit-keys]'

/** Makes the digit keys write digits in fields with `digitKeys` on every keyboard layout. Called once per page. */
export function typeDigitsByKey(): void {
  const typed = (event: KeyboardEvent): void => {
    const { target, key } = event
    if (!(target instanceof HTMLInputElement) || !target.matches(FIELDS)) return
    const digit = digitOf(event)
    if (digit === null || digit === key) return
    event.preventDefault()
    // Only the command `insertText` works in every type of field and respects the selection and the maximum length.
    document.execCommand('insertText', false, digit)
  }
  listen(['keydown'], typed, { capture: true })
}
