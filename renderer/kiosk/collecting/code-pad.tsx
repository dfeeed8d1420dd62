import { useEffect, useEffectEvent } from 'react'
import { COLLECTION_CODE_LENGTH, COLLECTION_LETTERS } from '../../../shared/domain/sale/collection-code.ts'
import { digitOf } from '../../../shared/domain/keypad.ts'
import { holding } from '../../components/speech/private.ts'
import { Icon } from '../../components/icon.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useTyped } from '../speaking/use-typed.ts'
import styles from './collecting.module.css'

export interface CodePadProps {
  /** What it is; the reference of a sale unless told. */
  readonly label?: string
  readonly length?: number
  readonly typed: string
  readonly disabled: boolean
  readonly onTyped: (typed: string) => void
}

/** The letters and figures that codes are made of, and no others; a keyboard and a scanner type into it as well. */
export function CodePad({ label, length = COLLECTION_CODE_LENGTH, typed, disabled, onTyped }: CodePadProps) {
  const { t } = useI18n()
  const name = label ?? t.staff.reference
  useTyped({ typed, length, written: typed.split('').join(' ') })
  const type = (letter: string): void => {
    if (!disabled && typed.length < length) onTyped(typed + letter)
  }
  const erase = (): void => {
    if (!disabled) onTyped(typed.slice(0, -1))
  }
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const letter = digitOf(event) ?? event.key.toUpperCase()
    if (event.key === 'Backspace') erase()
    else if (letter.length === 1 && COLLECTION_LETTERS.includes(letter)) type(letter)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => hear(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return (
    <div className={styles.entry} data-said {...holding('reference')}>
      <output className={styles.typed} dir="ltr" data-length={length} aria-label={name}>
        {Array.from({ length }, (_, index) => (
          <i key={index}>{typed.charAt(index)}</i>
        ))}
      </output>
      <div className={styles.pad} role="group" aria-label={name} dir="ltr" data-types="letters">
        {Array.from(COLLECTION_LETTERS, (letter) => (
          <button key={letter} type="button" aria-disabled={disabled} onClick={() => type(letter)}>
            {letter}
          </button>
        ))}
        <button type="button" className={styles.erase} data-erase aria-label={t.collecting.erase} onClick={erase}>
          <Icon name="erase" />
        </button>
      </div>
    </div>
  )
}
