import { digitOf } from '../../shared/domain/keypad.ts'

/** Spread on fields of numbers, PINs, amounts and times: their keys are known by their place. */
export const digitKeys = { 'data-digit-keys': '' } as const

const FIELDS = 'input[data-digit-keys]'

/** Lets the keys above the letters write digits in such fields, on every keyboard. To be called once a page. */
export function typeDigitsByKey(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      const { target, key } = event
      if (!(target instanceof HTMLInputElement) || !target.matches(FIELDS)) return
      const digit = digitOf(event)
      if (digit === null || digit === key) return
      event.preventDefault()
      // The one way that works in every type of field, and minds its selection and its maximum length.
      document.execCommand('insertText', false, digit)
    },
    true,
  )
}
