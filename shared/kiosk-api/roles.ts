import { type StaffRole, staffRoles } from '../domain/staff-role.ts'
import type { CommandName } from './contract.ts'

export { type StaffRole, staffRoles }

/** Whoever stands before the machine, and those who work with it: each has a number and a PIN. */
export const roles = ['customer', ...staffRoles] as const

export type Role = (typeof roles)[number]

const everybody = roles
const staff = staffRoles
const money = ['cashier', 'supervisor'] as const
const machine = ['supervisor', 'technician'] as const
const supervisor = ['supervisor'] as const
const technician = ['technician'] as const

/**
 * Who may do what: a command without a row does not compile. A command of `everybody` asks for no PIN; every other one
 * carries the PIN of the person who asks for it, and that person's role decides.
 */
export const commandRoles = {
  getKiosk: everybody,
  viewDisplay: everybody,
  listEvents: everybody,
  startVisit: everybody,
  viewSection: everybody,
  renewOverview: everybody,
  proposeSeats: everybody,
  improveProposals: everybody,
  holdSeats: everybody,
  changeSeats: everybody,
  pay: everybody,
  cancelPayment: everybody,
  answerTender: money,
  confirmCash: money,
  retryPrint: everybody,
  abandonSale: everybody,
  parkSale: money,
  recallSale: money,
  noteCustomer: money,
  leaveSale: everybody,
  listStaffCases: staff,
  settleStaffCase: money,
  settleLedgerGap: supervisor,
  findSales: money,
  openSaleFile: money,
  reprintTickets: money,
  reprintSlip: money,
  returnTickets: money,
  payReturn: money,
  signIn: staff,
  signOut: staff,
  viewService: staff,
  resumePurchases: machine,
  viewShift: money,
  openShift: money,
  moveCash: supervisor,
  openDrawer: supervisor,
  countDrawer: money,
  closeShift: money,
  listClosures: supervisor,
  viewClosure: supervisor,
  reprintReport: money,
  viewTrade: supervisor,
  viewSeatsLeft: supervisor,
  listOpenSales: staff,
  viewJournal: machine,
  verifyLedger: machine,
  listAccess: supervisor,
  setAccessCode: supervisor,
  viewSettings: machine,
  changeSetting: machine,
  printTestPage: machine,
  makeDiagnostics: machine,
  startReconcile: supervisor,
  viewReconcile: supervisor,
  exportLedger: machine,
  measureScreen: machine,
  quitProgram: machine,
  setUpAgain: technician,
  setLanguage: everybody,
  noteAttention: everybody,
  readTicket: everybody,
} as const satisfies Readonly<Record<CommandName, readonly Role[]>>

/** All that the customer's side of a desk may ask: it has no keys, and no PIN is taken from it. */
export const displayCommands = ['viewDisplay'] as const satisfies readonly CommandName[]

export type DisplayCommand = (typeof displayCommands)[number]

/** Commands that two people answer for, and what the second one has to be: never the one who asks. */
export const countersigners = { returnTickets: supervisor } as const satisfies Readonly<
  Partial<Record<CommandName, readonly StaffRole[]>>
>

export type CountersignedCommand = keyof typeof countersigners

/** Null where one person is enough. */
export function countersignersOf(command: CommandName): readonly StaffRole[] | null {
  return command in countersigners ? countersigners[command as CountersignedCommand] : null
}

/** Commands that ask who it is. */
export type StaffCommand = {
  [N in CommandName]: 'customer' extends (typeof commandRoles)[N][number] ? never : N
}[CommandName]

export function mayDo(command: CommandName, role: Role): boolean {
  const allowed: readonly Role[] = commandRoles[command]
  return allowed.includes(role)
}
