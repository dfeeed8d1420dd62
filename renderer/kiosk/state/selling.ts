import type { Result } from '../../../shared/domain/result.ts'
import { isCash } from '../../../shared/domain/money/tender.ts'
import type { SaleStage, SaleView, TenderKind } from '../../../shared/kiosk-api/views.ts'
import type { Invoke } from '../../app/kiosk-client.ts'
import type { Problem } from '../../app/problem.ts'
import { saleIdOf, visitOf } from './kiosk-state.ts'
import type { Page } from './page.ts'
import { isVisit } from './steps.ts'
import type { Visiting } from './visiting.ts'

export interface SaleActions {
  readonly hold: (sectionId: string, seatIds: readonly string[]) => void
  readonly changeSeats: () => void
  readonly removeSeat: (seatId: string) => void
  /** `payer`: the customer's telephone number, where it is paid over that; nothing but its ending is kept. */
  readonly pay: (tender: TenderKind, payer?: string) => void
  /** By its number, or the text of its code. */
  readonly paySlip: (slip: string) => void
  readonly cancelPayment: () => void
  /** From here on an attendant takes this payment of cash: the screen is not given up for want of touches. */
  readonly attend: (reference: string) => void
  /** Answers the refusal, where there is one: it is for the pad that asked. */
  readonly confirmCash: (pin: string, received: number) => Promise<Problem | null>
  readonly retryPrint: () => void
}

export interface Selling {
  readonly actions: SaleActions
  /** A step of the sale that the main process tells by itself. */
  readonly onStep: (sale: SaleView) => void
  /** Takes an answer asked for now; a step that was told meanwhile is newer, and stays. */
  readonly takeAnswer: () => (sale: SaleView) => void
  /**
   * The sale is over for this screen; if it is not, it comes back into sight. `stays`: it goes on on this screen, where what was paid of
   * it is told to the customer.
   */
  readonly giveUp: (reason: 'cancelled' | 'idle') => 'gone' | 'stays'
}

interface Surroundings {
  readonly page: Page
  readonly now: () => number
  readonly visiting: Visiting
  readonly toAttract: () => void
  readonly refresh: () => Promise<void>
}

/** The sale as the main process tells it, and the commands that take it on. */
export function createSelling({ page, now, visiting, toAttract, refresh }: Surroundings): Selling {
  const { invoke, getState, set, thisTurn } = page
  /** Steps that the main process has told. */
  let told = 0
  /** The sale whose customer was given a collection code. */
  let left: string | null = null

  function show(sale: SaleView): void {
    const visit = visitOf(getState())
    const before = getState().sale?.stage.name
    if (sale.stage.name === 'needs-staff' && sale.stage.asking) left = sale.saleId
    set({ sale, saleSeenAt: now() })
    if (isOver(sale)) {
      void invoke('leaveSale', { saleId: sale.saleId })
      // A customer who waits for the operator's answer hears it.
      if (left === sale.saleId) set({ sale: null, step: { name: 'code', answer: { state: 'not-paid' } } })
      else toAttract()
    } else if (sale.stage.name === 'choosing' && before !== 'choosing') {
      if (visit?.saleId !== sale.saleId) visiting.actions.chooseEvent(sale.event)
      else if (before !== undefined || sale.stage.notice) visiting.chooseAgain()
    }
  }

  function takeAnswer(): (sale: SaleView) => void {
    const toldBefore = told
    return (sale) => (told === toldBefore ? show(sale) : undefined)
  }

  /** Runs a command that answers with the sale; one at a time. */
  async function command(run: () => Promise<Result<SaleView, Problem>>): Promise<Problem | null> {
    if (getState().busy) return null
    set({ busy: true, problem: null })
    const isMine = thisTurn()
    const take = takeAnswer()
    const reply = await run()
    if (!isMine()) return null
    set({ busy: false })
    if (!reply.ok) return reply.error
    take(reply.value)
    return null
  }

  /** A command whose refusal the screen under it shows. */
  function act(run: (saleId: string) => Promise<Result<SaleView, Problem>>): void {
    const saleId = saleIdOf(getState())
    if (saleId === undefined) return
    void command(() => run(saleId)).then((problem) => {
      if (!problem) return
      set({ problem })
      if (problem.type === 'seat-unknown') visiting.chooseAgain()
    })
  }

  return {
    actions: {
      hold(sectionId, seatIds) {
        const { step } = getState()
        const wheelchair = isVisit(step) && step.wishes.wheelchair
        const asked = { sectionId, seatIds: [...seatIds], ...(wheelchair && { wheelchair }) }
        act((saleId) => invoke('holdSeats', { saleId, ...asked }))
      },
      changeSeats: () => act((saleId) => invoke('changeSeats', { saleId })),
      removeSeat: (seatId) => act((saleId) => invoke('removeSeat', { saleId, seatId })),
      pay(tender, payer) {
        set({ payerEnding: payer?.slice(-2) ?? '' })
        act((saleId) => invoke('pay', { saleId, tender, ...(payer !== undefined && { payer }) }))
      },
      paySlip: (slip) => act((saleId) => invoke('paySlip', { saleId, slip })),
      cancelPayment: () => act((saleId) => invoke('cancelPayment', { saleId })),
      attend: (reference) => set({ attended: reference }),
      confirmCash: async (pin, received) => {
        const saleId = getState().sale?.saleId
        return saleId === undefined ? null : command(() => invoke('confirmCash', { saleId, pin, received }))
      },
      retryPrint: () => act((saleId) => invoke('retryPrint', { saleId })),
    },
    onStep(sale) {
      if (sale.saleId !== saleIdOf(getState())) return
      told += 1
      show(sale)
    },
    takeAnswer,
    giveUp(reason) {
      const [{ sale }, saleId] = [getState(), saleIdOf(getState())]
      if (saleId === undefined) return 'gone'
      void closeSale(invoke, saleId, sale?.stage, reason).then((reply) => (reply.ok ? undefined : refresh()))
      return sale?.stage.name === 'review' && sale.taken ? 'stays' : 'gone'
    },
  }
}

/** Nothing more of it is to be read. */
function isOver({ stage, credits }: SaleView): boolean {
  return stage.name === 'ended' && !credits && !['hold-expired', 'session-expired', 'fault'].includes(stage.reason)
}

/** Only cash is given up before it is paid: of any other payment nobody knows yet whether money moved. */
async function closeSale(
  invoke: Invoke,
  saleId: string,
  stage: SaleStage | undefined,
  reason: 'cancelled' | 'idle',
): Promise<Result<unknown, Problem>> {
  const cash = stage?.name === 'paying' && isCash(stage.tender)
  if (cash) {
    const cancelled = await invoke('cancelPayment', { saleId })
    if (!cancelled.ok) return cancelled
  }
  const open = stage === undefined || stage.name === 'choosing' || stage.name === 'review' || cash
  return open ? invoke('abandonSale', { saleId, reason }) : invoke('leaveSale', { saleId })
}
