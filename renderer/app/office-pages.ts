import type { CommandInput, StaffCommand, StaffRole } from '../../shared/api/kiosk/contract.ts'
import type { Invoke } from './client.ts'

/** PIN, or the identifier of an existing sign-in at the cashier's desk. */
export type Credentials = CommandInput<'signIn'> | { readonly handle: string }

export interface OfficeProps {
  readonly invoke: Invoke
  readonly credentials: Credentials
  readonly role: StaffRole
  /** Whether the desk belongs to a hub. */
  readonly hasHub: boolean
}

/** Back-office pages in display order, each with the command that a role must be allowed to use to open the page. */
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
