import { serial } from '../../../shared/domain/serial.ts'
import type {
  DrawerOutcome,
  PrinterFault,
  PrinterStatus,
  PrintJob,
  PrintOutcome,
  TicketPrinter,
} from '../../kiosk/ports/devices.ts'
import type { Clock } from '../../kiosk/ports/ports.ts'
import type { PageDrawing } from '../document-service.ts'
import type { Bitmap } from './bitmap.ts'
import { type DeviceFault, faultOf, lastingFaultOf } from './replies.ts'
import {
  type Acknowledgement,
  queryPaperStatus,
  clearBuffers,
  type Cut,
  drawerPulse,
  feedAndCut,
  filler,
  initialise,
  isPaper,
  PrinterError,
  rasterBands,
  reportChanges,
  reportNothing,
  Session,
  PRINT_TIMEOUT,
} from './session.ts'
import type { Transport } from './transport.ts'

export interface EscPosPrinterOptions {
  readonly transport: Transport
  readonly clock: Clock
  readonly drawing: Pick<PageDrawing, 'rasterisePage'>
  /** Dots of the print head: 576 for 80 mm paper, 384 for 58 mm, 512 for 80 mm at 180 dots per inch. */
  readonly widthDots: number
  /** Default: partial, so that the ticket stays attached until a person takes it. */
  readonly cut?: Cut
  /** Pin of the cash drawer's connector, and the length of the opening pulse. */
  readonly drawerKick?: { readonly pin: 2 | 5; readonly pulseMs: number }
  readonly acknowledgement?: Acknowledgement
  /** Time limits. `connectMs`: until the printer is free · `replyMs`: for a reply · `timeoutMs`: for a whole ticket. */
  readonly limits?: { readonly connectMs?: number; readonly replyMs?: number; readonly timeoutMs?: number }
}

const RETRY_MS = 150
/** Short wait for a printer that did not reply last time and is already reported as offline. */
const KNOWN_AWAY_MS = 3_000
const REPORT_WAIT_MS = 1_000

/**
 * Receipt printer with Epson's ESC/POS, used without a driver. A ticket counts as printed only if the printer
 * acknowledged the end of the job and reports no fault. A failure after the first byte of the picture makes the outcome
 * unknown, and data left in the printer is discarded before the next job.
 */
export class EscPosPrinter implements TicketPrinter {
  readonly name: string
  readonly #options: EscPosPrinterOptions
  readonly #limits: Required<NonNullable<EscPosPrinterOptions['limits']>>
  readonly #cut: Cut
  readonly #acknowledgement: Acknowledgement
  readonly #inTurn = serial()
  readonly #listeners = new Set<(awaited: boolean) => void>()
  /** Whether the printer may still contain data, and whether the data is from an unknown job or from our own. */
  #remains: 'none' | 'unknown' | 'ours' = 'unknown'
  #isKnownAway = false

  constructor(options: EscPosPrinterOptions) {
    const { transport, cut = 'partial', acknowledgement = 'process-id', limits } = options
    this.name = transport.name
    this.#options = options
    this.#limits = { connectMs: 10_000, replyMs: 5_000, timeoutMs: 60_000, ...limits }
    this.#cut = cut
    this.#acknowledgement = acknowledgement
  }

  async status(): Promise<PrinterStatus> {
    const seen = await this.#inTurn(() => this.#withSession(readStatus))
    return 'state' in seen ? seen : { state: 'not-ready', reason: seen.reason, detail: seen.detail }
  }

  async print({ document }: PrintJob): Promise<PrintOutcome> {
    const picture = await this.#options.drawing.rasterisePage(document, this.#options.widthDots)
    if (!picture.ok) return { outcome: 'failed', reason: 'refused', detail: picture.error.detail }
    return this.#inTurn(() => this.#withSession((session) => this.#printPicture(session, picture.value)))
  }

  async openDrawer(): Promise<DrawerOutcome> {
    const { drawerKick } = this.#options
    if (!drawerKick) return { outcome: 'failed', reason: 'missing', detail: 'no drawer is set up' }
    const pulse = drawerPulse(drawerKick.pin, drawerKick.pulseMs)
    return this.#inTurn(() => this.#withSession((session) => this.#kickDrawer(session, pulse)))
  }

  onAwaited(listener: (awaited: boolean) => void, signal: AbortSignal): void {
    this.#listeners.add(listener)
    signal.addEventListener('abort', () => this.#listeners.delete(listener), { once: true })
  }

  async #printPicture(session: Session, picture: Bitmap): Promise<PrintOutcome> {
    const fault = faultOf(await session.status())
    if (fault) return { outcome: 'failed', ...fault }
    await this.#removeRemains(session)
    await session.send(initialise)
    await session.send(reportChanges)
    this.#remains = 'ours'
    try {
      const evidence = await this.#printBands(session, picture)
      this.#remains = 'none'
      return { outcome: 'printed', evidence }
    } catch (error) {
      const left = unknownAfter(error)
      await clearPrinter(session).catch(() => false)
      return left
    }
  }

  async #printBands(session: Session, picture: Bitmap): Promise<string> {
    const giveUpAt = this.#giveUpAt()
    session.watch(true)
    for (const band of rasterBands(picture)) {
      await session.send(band)
      // At most one band of the picture is in transit.
      await session.keptUp(giveUpAt)
    }
    await session.send(feedAndCut(this.#cut))
    const evidence = await this.#acknowledged(session, giveUpAt)
    await session.send(reportNothing)
    const fault = lastingFaultOf(await session.status())
    if (fault) throw new PrinterError(fault)
    return evidence
  }

  async #kickDrawer(session: Session, pulse: Uint8Array): Promise<DrawerOutcome> {
    const fault = faultOf(await session.status())
    if (fault) return { outcome: 'failed', ...fault }
    await this.#removeRemains(session)
    this.#remains = 'none'
    try {
      await session.send(pulse)
      return { outcome: 'opened', evidence: await this.#acknowledged(session, this.#giveUpAt()) }
    } catch (error) {
      return unknownAfter(error)
    }
  }

  async #acknowledged(session: Session, giveUpAt: number): Promise<string> {
    return `${this.name}: ${await session.acknowledged(this.#acknowledgement, giveUpAt)}`
  }

  #giveUpAt(): number {
    return this.#options.clock.now().monoMs + this.#limits.timeoutMs
  }

  /**
   * Clears the buffers after an interrupted job of our own. If that fails, or if the job is unknown, completes the
   * picture with white. A ticket that we printed partly is cut off, so that it does not stay attached to the next
   * ticket.
   */
  async #removeRemains(session: Session): Promise<void> {
    if (this.#remains === 'none') return
    const cleared = this.#remains === 'ours' && (await clearPrinter(session))
    if (!cleared) await session.send(filler)
    if (this.#remains === 'unknown') return
    await session.send(initialise)
    await session.send(feedAndCut(this.#cut))
    if (cleared || this.#acknowledgement === 'process-id') return
    // Paper status replies do not identify a job, so the replies to the last job must arrive first.
    let answered = await session.heard(queryPaperStatus, isPaper, this.#limits.timeoutMs)
    if (!answered) throw new PrinterError(PRINT_TIMEOUT)
    while (answered) answered = await session.heard(new Uint8Array(), isPaper, settleMs)
  }

  /**
   * Opens a session and calls `talk` with it. `talk` may throw a `PrinterError` only before anything was printed or
   * opened. Waits while the printer serves another host or keeps our last connection open during a jam.
   */
  async #withSession<T>(talk: (session: Session) => Promise<T>): Promise<T | Failed> {
    const { transport, clock } = this.#options
    const { connectMs, replyMs } = this.#limits
    const answered = new AbortController()
    let reported = false
    const report = (awaited: boolean): void => {
      reported = awaited
      for (const listener of this.#listeners) listener(awaited)
    }
    const onFirstAnswer = (): void => {
      answered.abort()
      if (reported) report(false)
    }
    void clock.sleep(REPORT_WAIT_MS, answered.signal).then(() => {
      if (!answered.signal.aborted) report(true)
    })
    const giveUpAt = clock.now().monoMs + (this.#isKnownAway ? Math.min(connectMs, KNOWN_AWAY_MS) : connectMs)
    const leftMs = (): number => giveUpAt - clock.now().monoMs
    try {
      for (;;) {
        const opened = await transport.open(clock, leftMs())
        const limits = { replyMs, firstReplyMs: Math.max(replyMs, Math.round(leftMs())) }
        const tried = opened.ok
          ? await talkOn(new Session(opened.value, clock, limits, onFirstAnswer), talk)
          : { failed: opened.error, isBusy: opened.error.isBusy }
        if ('done' in tried) return tried.done
        if (!tried.isBusy || leftMs() <= RETRY_MS)
          return { outcome: 'failed', reason: tried.failed.reason, detail: tried.failed.detail }
        await clock.sleep(RETRY_MS)
      }
    } finally {
      this.#isKnownAway = !answered.signal.aborted
      onFirstAnswer()
    }
  }
}

function unknownAfter(error: unknown): { readonly outcome: 'unknown'; readonly detail: string } {
  if (!(error instanceof PrinterError)) throw error
  return { outcome: 'unknown', detail: error.fault.detail }
}

interface Failed {
  readonly outcome: 'failed'
  readonly reason: PrinterFault
  readonly detail: string
}

async function talkOn<T>(
  session: Session,
  talk: (session: Session) => Promise<T>,
): Promise<{ readonly done: T } | { readonly failed: DeviceFault; readonly isBusy: boolean }> {
  try {
    return { done: await talk(session) }
  } catch (error) {
    if (!(error instanceof PrinterError)) throw error
    return { failed: error.fault, isBusy: session.isRefused }
  } finally {
    await session.close()
  }
}

async function readStatus(session: Session): Promise<PrinterStatus> {
  const status = await session.status()
  const fault = faultOf(status)
  if (fault) return { state: 'not-ready', ...fault }
  return status.paperLow ? { state: 'ready', paperLow: true } : { state: 'ready' }
}

const clearMs = 1_000
/** Time in which the printer may send another reply, after a reply that may belong to the last job. */
const settleMs = 2_000

async function clearPrinter(session: Session): Promise<boolean> {
  session.watch(false)
  return session.heard(clearBuffers, ({ kind }) => kind === 'cleared', clearMs)
}
