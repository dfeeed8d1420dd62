import {
  cashPieces,
  type CountedPiece,
  notInCash,
  type NotInCash,
  piecesBelong,
} from '../../../shared/domain/money/cash.ts'
import type { CashMove, DrawerAct } from '../../../shared/domain/money/drawer.ts'
import type { HubWord, IssuedSlip } from '../../../shared/domain/money/credit-slip.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { UnknownCurrency } from '../../../shared/kiosk-api/failures.ts'
import type { ShiftView } from '../../../shared/kiosk-api/views.ts'
import type { Log, Printers, ShiftBook } from '../ports/ports.ts'
import type { TerminalDays } from './terminal-days.ts'

export interface ShiftDrawers {
  view(): ShiftView
  /** Says what the drawer begins with, once a shift for each currency. */
  open(
    currency: string,
    float: number,
    staffId: string,
  ): Result<ShiftView, UnknownCurrency | NotInCash | { readonly type: 'float-known' }>
  move(act: DrawerAct & { readonly type: CashMove }, staffId: string): Result<ShiftView, UnknownCurrency | NotInCash>
  /** Journals it, then opens the drawer. */
  openDrawer(
    act: Omit<DrawerAct & { readonly type: 'drawer-opened' }, 'type'>,
    staffId: string,
  ): Promise<Result<ShiftView, never>>
  /** Journals it, then opens the drawer for the cash that its holder gets. */
  payOutSlip(
    slip: IssuedSlip,
    second: string,
    staffId: string,
    word?: HubWord,
  ): Promise<Result<ShiftView, UnknownCurrency>>
  /** Whatever it finds is recorded, never refused. */
  count(
    currency: string,
    pieces: readonly CountedPiece[],
    staffId: string,
  ): Result<ShiftView, UnknownCurrency | { readonly type: 'unknown-piece' }>
}

export interface ShiftDrawersPorts {
  readonly book: Pick<ShiftBook, 'state' | 'record'>
  readonly days: Pick<TerminalDays, 'due' | 'hasTerminals'>
  readonly printers: Pick<Printers, 'openDrawer'>
  /** What the drawer holds, the usual one first. */
  readonly currencies: readonly string[]
  /** Whether a drawer is attached. */
  readonly opensDrawer: boolean
  /** When shifts are closed by themselves, `HH:MM`; null where people do it. */
  readonly closeAt: string | null
  readonly log: Log
}

/** The drawer of the running shift, in each of its currencies. */
export function shiftDrawers({
  book,
  days,
  printers,
  currencies,
  opensDrawer,
  closeAt,
  log,
}: ShiftDrawersPorts): ShiftDrawers {
  function view(opened: ShiftView['opened'] = null): ShiftView {
    const { drawers, ...shift } = book.state()
    const known = new Map(drawers.map((drawer) => [drawer.currency, drawer]))
    const all = new Set([...currencies, ...known.keys()])
    return {
      ...shift,
      drawers: [...all].map((currency) => ({
        ...(known.get(currency) ?? { currency, float: null, counted: null, uncounted: false }),
        pieces: cashPieces(currency),
      })),
      terminalDays: days.due(),
      ...(days.hasTerminals() && { endsTerminalDay: true as const }),
      opensDrawer,
      opened,
      closeAt,
    }
  }

  /** The drawer of a currency, if this machine has one. */
  function drawerOf(currency: string) {
    const drawer = view().drawers.find((each) => each.currency === currency)
    return drawer ? ok(drawer) : err({ type: 'unknown-currency' } as const)
  }

  function record(act: DrawerAct, staffId: string): void {
    book.record(act, staffId)
    log.info('drawer.act', { act: act.type, staffId })
  }

  async function opening(): Promise<ShiftView> {
    const done = await printers.openDrawer().catch((error: unknown) => {
      log.error('drawer.failed', error)
      return null
    })
    return view(done?.outcome === 'opened' ? 'opened' : 'failed')
  }

  return {
    view: () => view(),
    open(currency, float, staffId) {
      const drawer = drawerOf(currency)
      if (!drawer.ok) return drawer
      if (drawer.value.float !== null) return err({ type: 'float-known' })
      const fault = notInCash(float, currency)
      if (fault) return err(fault)
      record({ type: 'shift-opened', currency, amount: float }, staffId)
      return ok(view())
    },
    move(act, staffId) {
      const drawer = drawerOf(act.currency)
      if (!drawer.ok) return drawer
      const fault = notInCash(act.amount, act.currency)
      if (fault) return err(fault)
      record(act, staffId)
      return ok(view())
    },
    async openDrawer(act, staffId) {
      record({ type: 'drawer-opened', ...act }, staffId)
      return ok(await opening())
    },
    async payOutSlip({ slipId, amount, currency }, second, staffId, word) {
      const drawer = drawerOf(currency)
      if (!drawer.ok) return drawer
      record({ type: 'slip-paid-out', slipId, amount, currency, second, ...(word && { word }) }, staffId)
      return ok(await opening())
    },
    count(currency, pieces, staffId) {
      const drawer = drawerOf(currency)
      if (!drawer.ok) return drawer
      if (!piecesBelong(currency, pieces)) return err({ type: 'unknown-piece' })
      record({ type: 'drawer-counted', currency, pieces }, staffId)
      return ok(view())
    },
  }
}
