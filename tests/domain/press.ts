import type { PressedKey } from '../../shared/domain/typed-digits.ts'

/** Returns the press of a key without Shift, Ctrl, Alt and Meta, and of unknown place. `more` overrides this. */
export const press = (key: string, more: Partial<PressedKey> = {}): PressedKey => ({
  key,
  code: '',
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...more,
})
