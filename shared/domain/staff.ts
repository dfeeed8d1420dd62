export const staffRoles = ['cashier', 'supervisor', 'technician'] as const

export type StaffRole = (typeof staffRoles)[number]

export interface Member {
  /** Staff number of up to six digits, for signing in with the PIN. */
  readonly number: string
  readonly name: string
  readonly role: StaffRole
}

/** Reasons for calling an agent: cash payment, problem, or other help. */
export const agentCallReasons = ['cash', 'problem', 'help'] as const

export type AgentCallReason = (typeof agentCallReasons)[number]

/** Prefix of badge codes. The prefix distinguishes badges from other scanned codes. */
export const BADGE_PREFIX = 'GUB'

/** Returns whether a scanned text has the form of a badge: the prefix and 160 bits in Crockford's base 32. */
export const isBadge = (text: string): boolean => /^GUB[0-9A-HJKMNP-TV-Z]{32}$/u.test(text)

/** Maximum number of badges that a desk can report to the hub. */
export const MAX_DESK_BADGES = 100

export const MIN_PIN_DIGITS = 4

/** Returns whether a PIN is easy to guess: 0000, 1234, 2468, 1212, 1987, or a date such as 140787. */
export function isWeakPin(pin: string): boolean {
  return isStair(pin) || isRepeated(pin) || isYear(pin) || isDay(pin)
}

/** Returns whether all steps between digits are equal: 4444, 4567, 9753. */
function isStair(pin: string): boolean {
  const digits = Array.from(pin, Number)
  const steps = new Set(digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10))
  return steps.size === 1
}

/** Returns whether a PIN repeats a shorter group: 7373, 123123. */
const isRepeated = (pin: string): boolean => /^(\d{2,})\1+$/u.test(pin)

const isYear = (text: string): boolean => /^(?:19|20)\d\d$/u.test(text)

/** Returns whether a PIN is a date: `DDMMYY`, `DDMMYYYY` or `YYYYMMDD`. */
function isDay(pin: string): boolean {
  const day = '(?:0[1-9]|[12]\\d|3[01])'
  const month = '(?:0[1-9]|1[0-2])'
  const year = '(?:19|20)\\d\\d'
  return new RegExp(`^(?:${day}${month}(?:\\d\\d|${year})|${year}${month}${day})$`, 'u').test(pin)
}
