import type { CreditSlipReason } from '../../../shared/domain/documents/documents.ts'
import type { KnownSlip } from '../../../shared/domain/money/credit-voucher.ts'
import { sumOf } from '../../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { paymentReference } from '../../../shared/domain/sale/open-payment.ts'
import { issuedSlips, orderOf, slipsByReason } from '../../../shared/domain/sale/sale-base.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import type { SlipRefused, UnknownCurrency } from '../../../shared/api/kiosk/failures.ts'
import type { CreditSlipView, SlipCopyView } from '../../../shared/api/kiosk/office-views.ts'
import type { CollectionSlipState, OutstandingVoucherView } from '../../../shared/api/kiosk/views.ts'
import { type Commands, identifyCashier, type SignIns } from '../access.ts'
import type { PrintOutcome, SlipHub } from '../ports/devices.ts'
import type { CreditSlipIssuer, Ports, SaleLedger } from '../ports/ports.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import type { ShiftService } from '../staff/shifts.ts'
import type { WatchedPorts } from '../monitors/partner-watch.ts'
import type { Gate } from './payment-commands.ts'
import { askedElsewhere, CodeAttemptLimiter, type FoundSlip, slipFinder, type VoucherRegistration } from './slips.ts'
import { atProvider } from './tender.ts'

interface VoucherStatus {
  readonly role?: 'kiosk' | 'cashier' | undefined
  readonly signIns: SignIns
  readonly shifts: Pick<ShiftService, 'payOutSlip' | 'view'>
  readonly gate: Gate
  /** Null if the kiosk is not enrolled at a hub. */
  readonly registration: VoucherRegistration | null
  readonly papers: SlipPapers
}

export function slipCommands(
  ports: WatchedPorts,
  { waiting, act }: SaleScreen,
  { role, signIns, shifts, gate, registration, papers }: VoucherStatus,
) {
  const { ledger, tenders, ids, clock, log, slipHub } = ports
  const find = slipFinder(ledger, slipHub, new CodeAttemptLimiter(clock), log)
  const payOut = slipPayouts(ports, shifts, registration)
  const printAgain = slipCopies(ports, papers)

  return {
    async paySlip({ saleId, slip: text, by }) {
      const cashier = role === 'cashier' ? await identifyCashier(signIns, by) : null
      if (cashier?.ok === false) return cashier
      const driver = tenders['credit-slip']
      if (!driver) return err({ type: 'tender-not-offered' })
      const refused = await gate(saleId, driver)
      if (refused) return refused
      const slip = await find(text)
      if (!slip.ok) return slip
      const { slipId, amount, currency, here, own } = slip.value
      if (here && own?.doubtful) return err({ type: 'slip-refused', because: 'doubtful' })
      // The sale may have changed while the cashier was identified and the hub was queried.
      const still = waiting(saleId, 'priced')
      if (!still.ok) return still
      if (currency !== still.value.currency) return err({ type: 'slip-refused', because: 'other-currency' })
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

/** Records the copy before it is printed; the copy number is used even if the print fails. */
function slipCopies({ ledger, clock, log }: Pick<Ports, 'ledger' | 'clock' | 'log'>, papers: SlipPapers) {
  return async ({ slipId }: FoundSlip, staffId: string): Promise<Result<Copied, SlipRefused>> => {
    const refused = (because: SlipRefused['because']) => err({ type: 'slip-refused', because } as const)
    const slip = ledger.slips.find(slipId)
    if (!slip) return refused('not-ours')
    if (slip.state !== 'open') return refused(slip.state)
    if (slip.doubtful) return refused('doubtful')
    const copyNumber = slip.copies + 1
    ledger.note('CREDIT_SLIP_COPIED', { slipId, copyNumber }, clock.now(), staffId)
    const printed = await papers.print(slipId, copyNumber).catch((error: unknown) => {
      log.error('slip.copy-failed', error)
      return { outcome: 'unknown' } as const
    })
    log.info('slip.copied', { copyNumber, staffId, outcome: printed?.outcome ?? 'no printer' })
    return ok({ slip: { ...slip, copies: copyNumber }, paper: printed?.outcome ?? 'failed' })
  }
}

/**
 * Returns the reason for which a voucher was issued. A voucher that no step of the sale issued was issued for returned
 * tickets.
 */
function whyOf(sale: Sale, slipId: string): CreditSlipReason {
  const { over, unpaid } = slipsByReason(sale)
  if (over.some((slip) => slip.slipId === slipId)) return 'over'
  return unpaid.some((slip) => slip.slipId === slipId) ? 'unpaid' : 'returned'
}

/** A voucher registered at the hub is paid out only with the hub's approval, which is recorded. */
function slipPayouts(
  { ledger, clock, ids, slipHub }: Pick<Ports, 'ledger' | 'clock' | 'ids' | 'slipHub'>,
  shifts: Pick<ShiftService, 'payOutSlip' | 'view'>,
  registration: VoucherRegistration | null,
) {
  async function atHub(
    slip: FoundSlip,
    staffId: string,
    second: string,
    hub: SlipHub,
    release: VoucherRegistration['release'],
  ) {
    const { slipId, amount, currency, register } = slip
    const reference = ids.referenceFor(ids.uuid(), 'short26')
    ledger.note(
      'VOUCHER_PAYOUT_REQUESTED',
      { slipId, amount, currency, register, reference, second },
      clock.now(),
      staffId,
    )
    const spending = await hub.spend(slipId, reference)
    if (spending.outcome === 'spent') {
      try {
        return await shifts.payOutSlip(slip, second, staffId, spending.word)
      } catch (error) {
        release(reference)
        throw error
      }
    }
    if (spending.outcome === 'refused') ledger.note('VOUCHER_PAYOUT_CANCELLED', { reference }, clock.now())
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
    if (here || !slipHub || !registration) return err({ type: 'slip-refused', because: 'hub-away' })
    return atHub(slip, staffId, second, slipHub, registration.release)
  }
}

type PaperPorts = Pick<Ports, 'log'> & {
  readonly ledger: Pick<SaleLedger, 'slips' | 'find'>
  readonly slipHub?: unknown
}

/** Prints credit vouchers. A failed print is harmless, because the voucher number is on the screen. */
export class SlipPapers {
  readonly #ports: PaperPorts
  readonly #issuer: CreditSlipIssuer | null
  readonly #changed: (saleId: string) => void
  readonly #states = new Map<string, CollectionSlipState>()
  /** Cached, so that a sale can be shown even if the ledger is unreadable. */
  #takesSlips: boolean

  /** `issuer`: null if no printer prints vouchers. */
  constructor(ports: PaperPorts, issuer: CreditSlipIssuer | null, changed: (saleId: string) => void) {
    this.#ports = ports
    this.#issuer = issuer
    this.#changed = changed
    this.#takesSlips = ports.slipHub !== undefined || ports.ledger.slips.open().length > 0
  }

  /** Prints a voucher from its ledger record; resolves to null if no printer prints vouchers. */
  async print(slipId: string, copyNumber: number): Promise<PrintOutcome | null> {
    const { ledger, slipHub } = this.#ports
    const slip = ledger.slips.find(slipId)
    const sale = slip && ledger.find(slip.saleId)
    const order = sale && orderOf(sale)
    if (!this.#issuer || !slip || !order) return null
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
    return this.#issuer.issue(document, sale.language)
  }

  /** Prints the new vouchers of a sale; called after every step of the sale. */
  follow(sale: Sale): void {
    for (const { slipId } of issuedSlips(sale)) {
      this.#takesSlips = true
      if (this.#states.has(slipId)) continue
      this.#states.set(slipId, 'coming')
      this.print(slipId, 0)
        .then((printed) => {
          this.#states.set(slipId, printed?.outcome === 'printed' ? 'printed' : 'none')
          this.#changed(sale.saleId)
        })
        .catch((error: unknown) => {
          this.#states.set(slipId, 'none')
          this.#ports.log.error('slip.paper-failed', error)
        })
    }
  }

  /** Returns whether any voucher can be spent here: issued by this kiosk, or registered at the hub. */
  takesSlips(): boolean {
    return this.#takesSlips
  }

  views(sale: Sale): readonly OutstandingVoucherView[] {
    return issuedSlips(sale).map(({ slipId, amount }) => ({
      slipId,
      amount,
      paper: this.#states.get(slipId) ?? 'none',
    }))
  }
}
