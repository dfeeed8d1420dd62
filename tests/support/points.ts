import type { AccountHub, TenderDriver } from '../../electron/kiosk/ports/devices.ts'
import type { Ports } from '../../electron/kiosk/ports/ports.ts'

/** Name of the points around a method. A function returns the name for the arguments of a call. */
type Name = string | ((...args: never[]) => string)
type Names<Port> = { readonly [Method in keyof Port]?: Name }

type Typed = Readonly<{ type: string }>

const partnerNames: Names<Ports['partner']> = {
  listEvents: 'listEvents',
  openSession: 'openSession',
  viewSection: 'viewSection',
  holdSeats: 'holdSeats',
  releaseHold: 'releaseHold',
  readCheckout: 'readCheckout',
  sendPurchase: 'sendPurchase',
  listTickets: 'listTickets',
  cancelTickets: 'cancelTickets',
}

const ledgerNames: Names<Ports['ledger']> = {
  record: (_previous: unknown, _sale: unknown, { type }: Typed) => `record ${type}`,
  note: (code: string) => `note ${code}`,
  recordAfterSale: ({ type }: Typed) => `record ${type}`,
  issueInvoice: 'record invoice-issued',
  recordStrayNote: 'record stray note',
  recordCashbox: ({ type }: Typed) => `record ${type}`,
}

const tenderNames: Names<TenderDriver> = {
  begin: 'tender begin',
  settle: 'tender settle',
  ask: 'tender ask',
  refund: 'refund',
  askRefund: 'refund ask',
}

const accountNames: Names<AccountHub> = { charge: 'account charge', settle: 'account settle', book: 'account book' }

const ticketNames: Names<Ports['tickets']> = { status: 'tickets status', save: 'tickets save', print: 'tickets print' }

const noteNames: Names<NonNullable<Ports['notes']>> = {
  next: 'notes next',
  accept: 'notes accept',
  giveBack: 'notes give back',
  recall: 'notes recall',
  recorded: 'notes recorded',
}

/** Wraps the ports with a named point before and after each external effect, where `at` may kill the program. */
export function withPoints(real: Ports, at: (point: string) => void): Ports {
  const { accountHub, partner, ledger, notes, tenders, tickets } = real
  const atOnce: Surround = (name, call) => {
    at(`${name}: before`)
    const value = call()
    at(`${name}: after`)
    return value
  }
  const async: Surround = async (name, call) => {
    // No point before the device waits for a note, because waiting follows no external effect.
    if (name !== 'notes next') at(`${name}: before`)
    const value = await call()
    at(`${name}: after`)
    return value
  }
  return {
    ...real,
    partner: around(partner, partnerNames, async),
    ledger: around(ledger, ledgerNames, atOnce),
    ...(notes && { notes: around(notes, noteNames, async) }),
    ...(accountHub && { accountHub: around(accountHub, accountNames, async) }),
    tenders: Object.fromEntries(
      Object.entries(tenders).map(([kind, driver]) => [kind, around(driver, tenderNames, async)]),
    ),
    tickets: around(tickets, ticketNames, async),
  }
}

/** Makes a call between two points. */
type Surround = (name: string, call: () => unknown) => unknown

function around<Port extends object>(port: Port, names: Names<Port>, surround: Surround): Port {
  return new Proxy(port, {
    get(target, key): unknown {
      const method: unknown = Reflect.get(target, key)
      const name: Name | undefined = names[key as keyof Port]
      if (typeof method !== 'function') return method
      return (...args: never[]): unknown => {
        const call = (): unknown => Reflect.apply(method, target, args)
        return name === undefined ? call() : surround(typeof name === 'function' ? name(...args) : name, call)
      }
    },
  })
}
