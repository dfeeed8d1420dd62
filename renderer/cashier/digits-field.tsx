import { digitKeys } from '../components/keypad.tsx'
import type { InputHTMLAttributes, Ref } from 'react'

interface DigitsFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly label: string
  readonly value: string
  readonly onDigits: (digits: string) => void
  readonly ref?: Ref<HTMLInputElement>
}

/** A number or a PIN: whatever else is typed is left out. */
export function DigitsField({ label, onDigits, ...input }: DigitsFieldProps) {
  return (
    <label>
      <span>{label}</span>
      <input
        {...input}
        {...digitKeys}
        inputMode="numeric"
        autoComplete="off"
        onChange={({ target }) => onDigits(target.value.replaceAll(/\D/gu, ''))}
      />
    </label>
  )
}
