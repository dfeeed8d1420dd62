import { useEffect, useState, type PointerEvent } from 'react'
import { listen } from './hooks.ts'
import { Icon } from './icon.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './on-screen-keyboard.module.css'

const figures = '1234567890'
const signs = '.:/-_@'
const letters = {
  azerty: ['azertyuiop', 'qsdfghjklm', 'wxcvbn'],
  qwerty: ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
} as const

/**
 * On-screen keyboard, which appears after a field is touched and disappears on a key press. `atOnce`: shown from the
 * start, for computers that usually have no keyboard.
 */
export function OnScreenKeyboard({ atOnce = false }: { readonly atOnce?: boolean }) {
  const { t, language } = useI18n()
  const words = t.setup.keyboard
  const [shown, setShown] = useState(atOnce || fingers.touched)
  const [large, setLarge] = useState(false)
  useEffect(() => {
    const touched = (event: globalThis.PointerEvent): void => {
      if (!isField(event.target) || event.pointerType !== 'touch') return
      fingers.touched = true
      setShown(true)
    }
    const typed = ({ key, isTrusted }: KeyboardEvent): void => {
      if (!isTrusted || key.length !== 1) return
      fingers.touched = false
      setShown(false)
    }
    const stops = [listen(['pointerdown'], touched), listen(['keydown'], typed)]
    return () => stops.forEach((stop) => stop())
  }, [])
  const show = (visible: boolean): void => {
    fingers.touched = visible
    setShown(visible)
  }
  if (!shown) {
    return (
      <button type="button" className={styles.opener} onPointerDown={keepFocus} onClick={() => show(true)}>
        <Icon name="letters" />
        {words.show}
      </button>
    )
  }
  const key = (letter: string) => {
    const typed = large ? letter.toUpperCase() : letter
    return (
      <button key={letter} type="button" tabIndex={-1} onClick={() => type(typed)}>
        {typed}
      </button>
    )
  }
  const rows = letters[language === 'fr' ? 'azerty' : 'qwerty']
  return (
    <div className={styles.board} role="group" aria-label={words.label} dir="ltr" onPointerDown={keepFocus}>
      <div>{Array.from(figures, key)}</div>
      <div>{Array.from(rows[0], key)}</div>
      <div>{Array.from(rows[1], key)}</div>
      <div>
        <button
          type="button"
          tabIndex={-1}
          aria-pressed={large}
          aria-label={words.shift}
          onClick={() => setLarge(!large)}
        >
          ⇧
        </button>
        {Array.from(rows[2], key)}
        <button type="button" tabIndex={-1} aria-label={words.erase} onClick={() => type('')}>
          <Icon name="erase" />
        </button>
      </div>
      <div>
        {Array.from(signs, key)}
        <button type="button" tabIndex={-1} className={styles.space} onClick={() => type(' ')}>
          {words.space}
        </button>
        <button type="button" tabIndex={-1} aria-label={words.hide} onClick={() => show(false)}>
          <Icon name="lower" />
        </button>
      </div>
    </div>
  )
}

/** Whether the computer is operated by touch, so that later screens show the keyboard from the start. */
const fingers = { touched: false }

type Field = HTMLInputElement | HTMLTextAreaElement

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

function keepFocus(event: PointerEvent): void {
  event.preventDefault()
}

/** Replaces the selection in the focused field; an empty text erases the character before the cursor. */
function type(text: string): void {
  const field = document.activeElement
  if (!isField(field)) return
  const [start, end] = [field.selectionStart ?? 0, field.selectionEnd ?? 0]
  field.setRangeText(text, text === '' && start === end ? Math.max(0, start - 1) : start, end, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
