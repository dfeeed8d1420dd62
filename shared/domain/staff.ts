/** In what office people work with a machine. */
export const staffRoles = ['cashier', 'supervisor', 'technician'] as const

export type StaffRole = (typeof staffRoles)[number]

/** Somebody who may sign in. */
export interface Member {
  /** What they sign in with, beside their PIN: up to six digits. */
  readonly number: string
  readonly name: string
  readonly role: StaffRole
}

export const MIN_PIN_DIGITS = 4

/** A PIN that a stranger tries first: 0000, 1234, 2468, 1212, 1987, or a day as it is written, 140787. */
export function guessablePin(pin: string): boolean {
  return isStair(pin) || isRepeated(pin) || isYear(pin) || isDay(pin)
}

/** Each figure as far from the one before it: 4444, 4567, 9753. */
function isStair(pin: string): boolean {
  const digits = Array.from(pin, Number)
  const steps = new Set(digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10))
  return steps.size === 1
}

/** A shorter piece over and over: 7373, 123123. */
const isRepeated = (pin: string): boolean => /^(\d{2,})\1+$/u.test(pin)

const isYear = (text: string): boolean => /^(?:19|20)\d\d$/u.test(text)

/** `DDMMYY`, `DDMMYYYY` or `YYYYMMDD`. */
function isDay(pin: string): boolean {
  const day = '(?:0[1-9]|[12]\\d|3[01])'
  const month = '(?:0[1-9]|1[0-2])'
  const year = '(?:19|20)\\d\\d'
  return new RegExp(`^(?:${day}${month}(?:\\d\\d|${year})|${year}${month}${day})$`, 'u').test(pin)
}
