import type { StaffCommand } from '../../shared/kiosk-api/roles.ts'

/** The pages of the office, in their order; without its command a page has nothing to show. */
export const officePages = {
  trade: 'viewTrade',
  sales: 'listOpenSales',
  shifts: 'viewShift',
  reconcile: 'startReconcile',
  access: 'listAccess',
  machine: 'viewService',
  settings: 'viewSettings',
  journal: 'viewJournal',
} as const satisfies Readonly<Record<string, StaffCommand>>

export type OfficePageName = keyof typeof officePages
