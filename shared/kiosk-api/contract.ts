import type { PurchaseRefusal } from '../domain/sale/sale.ts'
import { type StaffRole, staffRoles } from '../domain/staff.ts'
import type { Api, Failures, Inputs, OwnFailures, Values } from './command.ts'
import { commands } from './commands.ts'
import type { SetupEvents } from './setup.ts'
import type { Headphones, KioskInfo, PartnerView, PrinterView, SaleBehind, SaleView, ScreenMeasure } from './views.ts'

/** What the two sides of the contract are typed with. All of it is read from the table of commands. */
type Table = typeof commands

export type CommandName = keyof Table
export type CommandInput<N extends CommandName> = Inputs<Table>[N]
export type CommandValue<N extends CommandName> = Values<Table>[N]
/** Without the refusals: see `OwnFailures`. */
export type OwnFailure<N extends CommandName> = OwnFailures<Table>[N]
export type CommandFailure<N extends CommandName> = Failures<Table>[N]
export type KioskApi = Api<Table>

export const commandNames: readonly CommandName[] = Object.keys(commands).filter(isCommandName)

function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name)
}

/** What the main process pushes; the payload is the whole new view, never a difference. */
interface KioskEvents extends SetupEvents {
  'sale-changed': SaleView
  /** The oldest first. */
  'parked-changed': readonly SaleView[]
  /** As `behind` of `KioskInfo`. */
  'behind-changed': readonly SaleBehind[]
  /** The customer's side of the desk has another language now, or is to be read aloud. */
  'display-changed': null
  'partner-changed': PartnerView
  /** Another list can be paid with now: a device for notes took none, or takes them again. */
  'ways-changed': Pick<KioskInfo, 'tenders'>
  'printer-changed': PrinterView
  /** Whether the disk has room for another sale. */
  'storage-changed': { readonly storageFull: boolean }
  /** Whether the service refuses purchases, and how; null: no more. */
  'purchases-changed': { readonly purchasesRefused: PurchaseRefusal | null }
  'screen-measured': ScreenMeasure
  /** They were plugged in, or pulled out. */
  'headphones-changed': Headphones
  /** Nobody is answered for a moment: the program restarts with other settings. */
  restarting: null
  /** It has: what a page knows of the one before is over. */
  restarted: null
}

type EventName = keyof KioskEvents
export type KioskEvent = {
  readonly [N in EventName]: { readonly name: N; readonly payload: KioskEvents[N] }
}[EventName]

/** What the preload script and the browser host give a page as `window.kiosk`; it never grows. */
export interface KioskBridge {
  invoke(method: string, input: unknown): Promise<unknown>
  subscribe(listener: (event: KioskEvent) => void): () => void
}

export { type StaffRole, staffRoles }

/** The customer before the machine, and those who work with it: each of these has a number and a PIN. */
export const roles = ['customer', ...staffRoles] as const

export type Role = (typeof roles)[number]

type Rows = typeof commands
type NamesWhere<R> = { [N in CommandName]: Rows[N] extends R ? N : never }[CommandName]

/** Commands of the customer's side of a desk: it has no keys, and no PIN is taken from it. */
export type DisplayCommand = NamesWhere<{ readonly who: 'display' }>

/** Commands that ask nobody for a PIN. */
export type OpenCommand = NamesWhere<{ readonly who: 'everybody' | 'display' }>

/** Commands that ask who it is. */
export type StaffCommand = Exclude<CommandName, OpenCommand>

/** Commands that two people answer for. */
export type CountersignedCommand = NamesWhere<{ readonly countersigners: readonly StaffRole[] }>

/** Commands that one person of the staff answers for. */
export type SoloCommand = Exclude<StaffCommand, CountersignedCommand>

export const displayCommands = commandNames.filter((name): name is DisplayCommand => commands[name].who === 'display')
export const openCommands = commandNames.filter((name): name is OpenCommand => mayDo(name, 'customer'))
export const countersignedCommands = commandNames.filter(
  (name): name is CountersignedCommand => countersignersOf(name) !== null,
)
export const soloCommands = commandNames.filter(
  (name): name is SoloCommand => !mayDo(name, 'customer') && countersignersOf(name) === null,
)

/** What the second person has to be: never the one who asks. Null where one person is enough. */
export function countersignersOf(command: CommandName): readonly StaffRole[] | null {
  return commands[command].countersigners
}

export function mayDo(command: CommandName, role: Role): boolean {
  const { who } = commands[command]
  return who === 'everybody' || who === 'display' || who.some((each) => each === role)
}

/** The path below a screen's address at which its host has the PDF of a sale's tickets. */
export const ticketsPath = (saleId: string): string => `/tickets/${saleId}.pdf`

/** Returns the sale whose tickets are at the path; null if none are. */
export const saleOfTickets = (path: string): string | null =>
  /^\/tickets\/([\da-f-]{36})\.pdf$/u.exec(path)?.[1] ?? null
