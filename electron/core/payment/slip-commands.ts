import type { CreditSlipReason } from '../../../shared/domain/documents/documents.ts'
import type { KnownSlip } from '../../../shared/domain/money/credit-slip.ts'
import { sumOf } from '../../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { paymentReference } from '../../../shared/domain/sale/open-payment.ts'
import { issuedSlips, orderOf, slipsByReason } from '../../../shared/domain/sale/sale-base.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import type { SlipRefused, UnknownCurrency } from '../../../shared/kiosk-api/failures.ts'
import type { CreditSlipView, SlipCopyView } from '../../../shared/kiosk-api/office-views.ts'
import type { CollectionSlipState, OwedSlipView } from '../../../shared/kiosk-api/views.ts'
import { type Commands, identifyCashier, type SignIns } from '../access.ts'
import type { PrintOutcome, SlipHub } from '../ports/devices.ts'
import type { CreditSlipIssuer, Log, Ports, SaleLedger } from '../ports/ports.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import type { ShiftService } from '../staff/shifts.ts'
import type { WatchedPorts } from '../watch/partner-watch.ts'
import type { Gate } from './payment-commands.ts'
import { askedElsewhere, countCodeTries, type FoundSlip, slipFinder, type SlipTeller } from './slips.ts'
import { atProvider } from './tender.ts'

interface Standing {
  readonly role?: 'kiosk' | 'cashier' | undefined
  readonly signIns: SignIns
  readonly shifts: Pick<ShiftService, 'payOutSlip' | 'view'>
  readonly gate: Gate
  /** Null: the machine is no hub's. */
  readonly teller: SlipTeller | null
  readonly printSlip: PrintSlip
}

/** How credit slips are spent and paid out: those of this ledger, and those that the hub knows. */
export function slipCommands(
  ports: WatchedPorts,
  { waiting, act, block }: SaleScreen,
  { role, signIns, shifts, gate, teller, printSlip }: Standing,
) {
  const { ledger, tenders, ids, clock, log, slipHub } = ports
  const find = slipFinder(ledger, slipHub, countCodeTries(clock), log)
  const payOut = slipPayouts(ports, shifts, teller)
  const printAgain = slipCopies(ports, printSlip)

  return {
    async paySlip({ saleId, slip: text, by }) {
      const cashier = role === 'cashier' ? await identifyCashier(signIns, by) : null
      if (cashier?.ok === false) return cashier
      const driver = tenders['credit-slip']
      if (!driver) return err({ type: 'tender-not-offered' })
      const sale = await gate(saleId, driver)
      if (!sale.ok) return sale.error.type === 'blocked' ? ok(block(sale.error.sale, sale.error.by)) : err(sale.error)
      const slip = await find(text)
      if (!slip.ok) return slip
      const { slipId, amount, currency, here, own } = slip.value
      if (here && own?.doubtful) return err({ type: 'slip-refused', because: 'doubtful' })
      if (currency !== sale.value.currency) return err({ type: 'slip-refused', because: 'other-currency' })
      // Nothing else happened since the gate looked, but who it is was asked for at a desk, and the hub about the slip.
      const still = waiting(saleId, 'priced')
      if (!still.ok) return still
      const { order, parts = [], tenderAttempts } = still.value
      const provider = atProvider(driver, paymentReference(order, tenderAttempts + 1), ids)
      if (!provider) return err({ type: 'tender-not-offered' })
      if (own && ledger.slips.find(slipId)?.state !== 'open') return err({ type: 'slip-refused', because: 'taken' })
      if (here !== (own !== null && ledger.slips.find(slipId)?.hub === null))
        return err({ type: 'slip-refused', because: 'hub-away' })
      const paid = Math.min(amount, order.amount - sumOf(parts))
      return ok(
        act(saleId, {
          type: 'tender-started',
          kind: 'credit-slip',
          amount: paid,
          ...(cashier && { staffId: cashier.value.staffId }),
          provider: { ...provider, ...(here && { host: '' }), token: slipId },
        }),
      )
    },

    async payOutSlip({ slip: text }, { staffId }, second) {
      const slip = await find(text)
      if (!slip.ok) return slip
      const paid = await payOut(slip.value, staffId, second.staffId)
      return paid.ok ? ok(viewOfFound(slip.value)) : paid
    },

    async listSlips() {
      const open = ledger.slips.open()
      const said = slipHub ? await askedElsewhere(slipHub, open, clock) : null
      return ok(
        open.map((slip) => {
          const elsewhere = said?.get(slip.slipId)
          return { ...viewOf(slip), ...(elsewhere && { elsewhere }) }
        }),
      )
    },

    async reprintCreditSlip({ slip: text }, { staffId }) {
      const slip = await find(text)
      if (!slip.ok) return slip
      const copied = await printAgain(slip.value, staffId)
      return copied.ok ? ok({ ...viewOf(copied.value.slip), paper: copied.value.paper }) : copied
    },
  } satisfies Partial<Commands>
}

function viewOf({ slipId, amount, currency, issuedUtc, saleId, doubtful, state, copies }: KnownSlip): CreditSlipView {
  return { slipId, amount, currency, issuedUtc, saleId, doubtful, state, copies }
}

function viewOfFound({ slipId, amount, currency, issuedUtc, own }: FoundSlip): CreditSlipView {
  const { saleId = '', doubtful = false, copies = 0 } = own ?? {}
  return { slipId, amount, currency, issuedUtc, saleId, doubtful, state: 'paid-out', copies }
}

interface Copied extends Pick<SlipCopyView, 'paper'> {
  readonly slip: KnownSlip
}

/**
 * Another paper of a slip that this ledger wrote and that is worth something still. Who has it printed stands in the ledger before it can
 * come out; each has a number of its own, whatever becomes of it.
 */
function slipCopies({ ledger, clock, log }: Pick<Ports, 'ledger' | 'clock' | 'log'>, printSlip: PrintSlip) {
  return async ({ slipId }: FoundSlip, staffId: string): Promise<Result<Copied, SlipRefused>> => {
    const refused = (because: SlipRefused['because']) => err({ type: 'slip-refused', because } as const)
    const slip = ledger.slips.find(slipId)
    if (!slip) return refused('not-ours')
    if (slip.state !== 'open') return refused(slip.state)
    if (slip.doubtful) return refused('doubtful')
    const copyNumber = slip.copies + 1
    ledger.note('CREDIT_SLIP_COPIED', { slipId, copyNumber }, clock.now(), staffId)
    const printed = await printSlip(slipId, copyNumber).catch((error: unknown) => {
      log.error('slip.copy-failed', error)
      return { outcome: 'unknown' } as const
    })
    log.info('slip.copied', { copyNumber, staffId, outcome: printed?.outcome ?? 'no printer' })
    return ok({ slip: { ...slip, copies: copyNumber }, paper: printed?.outcome ?? 'failed' })
  }
}

/** Puts a slip on paper, as the ledger has it: a copy says what the first one said. Null: nothing prints such papers, or there is no such slip. */
export type PrintSlip = (slipId: string, copyNumber: number) => Promise<PrintOutcome | null>

export function slipPrinting(
  { ledger, slipHub }: { readonly ledger: Pick<SaleLedger, 'slips' | 'find'>; readonly slipHub?: unknown },
  issuer: CreditSlipIssuer | null,
): PrintSlip {
  return async (slipId, copyNumber) => {
    const slip = ledger.slips.find(slipId)
    const sale = slip && ledger.find(slip.saleId)
    const order = sale && orderOf(sale)
    if (!issuer || !slip || !order) return null
    const { amount, currency, issuedUtc } = slip
    const document = {
      why: whyOf(sale, slipId),
      slipId,
      amount,
      currency,
      issuedUtc,
      copyNumber,
      code: ledger.slips.codeOf(slip),
      anywhere: slipHub !== undefined,
      register: sale.register,
      orderId: order.orderId,
      eventTitle: sale.event.title,
    }
    return issuer.issue(document, sale.language)
  }
}

/** Of tickets that came back it is where no step of the sale itself issued it. */
function whyOf(sale: Sale, slipId: string): CreditSlipReason {
  const { over, unpaid } = slipsByReason(sale)
  if (over.some((slip) => slip.slipId === slipId)) return 'over'
  return unpaid.some((slip) => slip.slipId === slipId) ? 'unpaid' : 'returned'
}

/**
 * Pays slips out in cash. What the hub has the word about is asked for there first, and the money is handed out with the row that has
 * its word: where it says nothing, nobody gets anything, and the slip is set free as soon as the hub answers.
 */
function slipPayouts(
  { ledger, clock, ids, slipHub }: Pick<Ports, 'ledger' | 'clock' | 'ids' | 'slipHub'>,
  shifts: Pick<ShiftService, 'payOutSlip' | 'view'>,
  teller: SlipTeller | null,
) {
  async function atHub(slip: FoundSlip, staffId: string, second: string, hub: SlipHub, release: SlipTeller['release']) {
    const { slipId, amount, currency, register } = slip
    const reference = ids.referenceFor(ids.uuid(), 'short26')
    ledger.note('SLIP_PAYOUT_ASKED', { slipId, amount, currency, register, reference, second }, clock.now(), staffId)
    const spending = await hub.spend(slipId, reference)
    if (spending.outcome === 'spent') {
      try {
        return await shifts.payOutSlip(slip, second, staffId, spending.word)
      } catch (error) {
        release(reference)
        throw error
      }
    }
    if (spending.outcome === 'refused') ledger.note('SLIP_PAYOUT_ENDED', { reference }, clock.now())
    else release(reference)
    return err({ type: 'slip-refused', because: spending.outcome === 'refused' ? 'spent' : 'hub-away' } as const)
  }

  return async (
    slip: FoundSlip,
    staffId: string,
    second: string,
  ): Promise<Result<unknown, SlipRefused | UnknownCurrency>> => {
    const { currency, here, own, slipId } = slip
    if (!shifts.view().drawers.some((drawer) => drawer.currency === currency)) return err({ type: 'unknown-currency' })
    const now = ledger.slips.find(slipId)
    if (own && now?.state !== 'open') return err({ type: 'slip-refused', because: 'taken' })
    if (here && now?.hub === null) {
      const paid = await shifts.payOutSlip(slip, second, staffId)
      return paid.ok ? ok(paid.value) : paid
    }
    if (here || !slipHub || !teller) return err({ type: 'slip-refused', because: 'hub-away' })
    return atHub(slip, staffId, second, slipHub, (reference) => teller.release(reference))
  }
}

/** The papers of credit slips: one each, for the customer before the screen. */
export interface SlipPapers {
  /** Told of every step of the sale on the screen. */
  follow(sale: Sale): void
  /** Some may be spent here: there were when it started, or some were issued since; or a hub knows those of other machines. */
  takesSlips(): boolean
  /** What this sale owes by slips; none: nothing. */
  views(sale: Sale): readonly OwedSlipView[]
}

/** `changed`: what became of a paper is known. One that does not come out costs nobody anything: its number is on the screen. */
export function createSlipPapers(
  {
    ledger,
    log,
    slipHub,
  }: { readonly ledger: Pick<SaleLedger, 'slips'>; readonly log: Log; readonly slipHub?: unknown },
  printSlip: PrintSlip,
  changed: (saleId: string) => void,
): SlipPapers {
  const states = new Map<string, CollectionSlipState>()
  // Not asked each time: a sale is shown even where the ledger is out of order.
  let any = slipHub !== undefined || ledger.slips.open().length > 0

  async function print({ saleId }: Sale, slipId: string): Promise<void> {
    states.set(slipId, 'coming')
    const printed = await printSlip(slipId, 0)
    states.set(slipId, printed?.outcome === 'printed' ? 'printed' : 'none')
    changed(saleId)
  }

  return {
    follow(sale) {
      for (const { slipId } of issuedSlips(sale)) {
        any = true
        if (states.has(slipId)) continue
        print(sale, slipId).catch((error: unknown) => {
          states.set(slipId, 'none')
          log.error('slip.paper-failed', error)
        })
      }
    },
    takesSlips: () => any,
    views: (sale) =>
      issuedSlips(sale).map(({ slipId, amount }) => ({ slipId, amount, paper: states.get(slipId) ?? 'none' })),
  }
}
