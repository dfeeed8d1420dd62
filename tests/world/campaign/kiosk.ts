import { randomUUID } from 'node:crypto'
import type { Kiosk, KioskSettings } from '../../../electron/kiosk/kiosk.ts'
import type { Clock, Log, Ports } from '../../../electron/kiosk/ports/ports.ts'
import { ShiftService, type ShiftServicePorts } from '../../../electron/kiosk/staff/shifts.ts'
import { inSale } from '../../../electron/host/log.ts'
import { referenceFor } from '../../../electron/host/system.ts'
import { openFileSigner, type Signer } from '../../../electron/ledger/signer.ts'
import { type Ledger, type LedgerOptions, openLedger } from '../../../electron/ledger/ledger.ts'
import { PartnerClient, type PartnerOptions } from '../../../electron/partner/client.ts'
import { anonymousBuyer } from '../../../shared/domain/customer.ts'
import { ok, type Result } from '../../../shared/domain/result.ts'
import {
  afterSalesOver,
  counterWith,
  noPrinters,
  onlyCode,
  plainKiosk,
  shiftsOver,
} from '../../support/minimal-kiosk.ts'

export const PIN = '2468'
/** PIN of the supervisor who approves returns. */
export const CHIEF_PIN = '8642'
/** Cashier with a staff number and a PIN, which are required to open the cashbox. */
export const CASHIER = { staff: '7', pin: '9751' }

const byPin = counterWith(PIN)
const cashier = ok({ staffId: CASHIER.staff, name: '', role: 'cashier' } as const)
const chief = ok({ staffId: 'chief', name: '', role: 'supervisor' } as const)

const identify: KioskSettings['identify'] = (given) =>
  given.pin === CHIEF_PIN ? Promise.resolve(chief) : given.pin === CASHIER.pin ? Promise.resolve(cashier) : byPin(given)

export const settingsOf = (deviceId: string, accessCode: string, ledger?: Ledger) => ({
  ...plainKiosk,
  deviceId,
  accessCodes: onlyCode(accessCode),
  identify,
  ...(ledger && { afterSales: afterSalesOver({ files: ledger.files }) }),
})

/** Opens the ledger of a kiosk. `key`: signer of the kiosk, or the path of the key file. */
export function openRegister({
  key,
  ...options
}: Pick<LedgerOptions, 'path' | 'register' | 'now'> & { readonly key: Signer | string }): Promise<Ledger> {
  const signer = typeof key === 'string' ? openFileSigner(key) : key
  return openLedger({ ...options, appVersion: '0.0.0', signer, reserveBytes: 0 })
}

export const demoPartner = (options: Omit<PartnerOptions, 'partnerCode' | 'demo' | 'anonymousCustomer'>) =>
  new PartnerClient({ partnerCode: 'demo', demo: true, anonymousCustomer: anonymousBuyer('test'), ...options })

type Parts = Pick<Ports, 'clock' | 'partner' | 'ledger' | 'tenders' | 'tickets'> & Partial<Ports>

/** Returns the ports of a kiosk whose tickets are printed by a simulated issuer. */
export const portsOf = (parts: Parts, onError: Log['error']): Ports => {
  const log = { info: () => undefined, warn: () => undefined, error: onError }
  return { ids: { uuid: () => randomUUID(), referenceFor }, printers: noPrinters, inSale, log, ...parts }
}

type DrawerParts = Omit<ShiftServicePorts, 'book' | 'reports' | 'archivesAtZ' | 'clock' | 'ids'> & {
  readonly book: Pick<ShiftServicePorts['book'], 'state' | 'record'>
}

export function slipParts({
  ledger,
  clock,
  log,
  at,
  onPaidOut = () => undefined,
  papers = new Map(),
}: {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly log: Log
  readonly at: (point: string) => void
  readonly onPaidOut?: (slipId: string) => void
  readonly papers?: Map<string, string>
}): Pick<KioskSettings, 'shifts' | 'creditSlips'> {
  const drawers = new ShiftService({
    book: {
      state: () => ledger.shiftState(),
      record(act, staffId) {
        at(`record ${act.type}: before`)
        ledger.recordDrawer(act, staffId, clock.now())
        if (act.type === 'slip-paid-out') onPaidOut(act.slipId)
        at(`record ${act.type}: after`)
      },
    },
    printers: noPrinters,
    currencies: ['GNF'],
    opensDrawer: false,
    closeAt: null,
    tenders: {},
    log,
  } satisfies DrawerParts as unknown as ShiftServicePorts)
  return {
    shifts: shiftsOver({
      view: () => drawers.view(),
      payOutSlip: (...asked) => drawers.payOutSlip(...asked),
      payAccount: (...asked) => drawers.payAccount(...asked),
    }),
    creditSlips: {
      issue({ slipId, code }) {
        papers.set(slipId, code)
        return Promise.resolve({ outcome: 'printed', evidence: slipId })
      },
    },
  }
}

export function need<T>(result: Result<T, { readonly type: string }>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

/** Waits for the reply to a command. A refusal is not an error, because a command may arrive too late. */
export const touch = async (answer: Promise<{ readonly ok: boolean }>): Promise<boolean> => (await answer).ok

export async function giveUp({ api, sales }: Kiosk, saleId: string): Promise<void> {
  const { state } = await sales.settled(saleId)
  await touch(api.abandonSale({ saleId, reason: 'cancelled' }))
  // A sale without seats ends at once, and the ledger may not have it.
  if (state !== 'choosing') await sales.settled(saleId)
}
