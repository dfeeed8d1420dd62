import type { CommandInput, StaffCommand, StaffRole } from '../../shared/kiosk-api/contract.ts'
import type { Invoke } from './client.ts'

/** By PIN, or by the handle of a sign-in at the desk. */
export type Credentials = CommandInput<'signIn'> | { readonly handle: string }

/** Who asks in the office, and how. */
export interface OfficeProps {
  readonly invoke: Invoke
  readonly credentials: Credentials
  readonly role: StaffRole
}

/** The pages of the office, in their order; without its command a page has nothing to show. */
export const officePages = {
  trade: 'viewTrade',
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
