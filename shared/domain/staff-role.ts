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
