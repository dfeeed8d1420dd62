import type { CommandInput, StaffCommand, StaffRole } from '../../shared/api/kiosk/contract.ts'
import type { Invoke } from './client.ts'

/** PIN, or the handle of a sign-in at the desk. */
export type Credentials = CommandInput<'signIn'> | { readonly handle: string }

/** Credentials and role of the staff member in the office, with the function through which its pages send commands. */
export interface OfficeProps {
  readonly invoke: Invoke
  readonly credentials: Credentials
  readonly role: StaffRole
}

/**
 * Pages of the office in display order, each with its command. A page is omitted if the role must not use its command.
 */
export const officePages = {
  trade: 'viewSalesBreakdown',
  sales: 'listOpenSales',
  shifts: 'viewShift',
  reconcile: 'startReconcile',
  access: 'listAccess',
  people: 'listPeople',
  machine: 'viewService',
  settings: 'viewSettings',
  journal: 'viewJournal',
  manual: 'printCard',
} as const satisfies Readonly<Record<string, StaffCommand>>

export type OfficePageName = keyof typeof officePages
