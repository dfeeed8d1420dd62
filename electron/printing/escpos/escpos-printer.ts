import { serial } from '../../../shared/domain/serial.ts'
import type {
  DrawerOutcome,
  PrinterFault,
  PrinterStatus,
  PrintJob,
  PrintOutcome,
  TicketPrinter,
} from '../../core/ports/devices.ts'
import type { Clock } from '../../core/ports/ports.ts'
import type { PageDrawing } from '../document-service.ts'
import type { Bitmap } from './bitmap.ts'
import { type DeviceFault, faultOf, lastingFaultOf } from './replies.ts'
import {
  type Acknowledgement,
  askPaperInTurn,
  clearBuffers,
  createAcknowledgement,
  type Cut,
  drawerPulse,
  feedAndCut,
  filler,
  initialise,
  isPaper,
  PrinterTrouble,
  rasterBands,
  reportChanges,
  reportNothing,
  Session,
  TOOK_TOO_LONG,
} from './session.ts'
import type { Transport } from './transport.ts'

export interface EscPosPrinterOptions {
  readonly transport: Transport
  readonly clock: Clock
  readonly drawing: Pick<PageDrawing, 'rasterisePage'>
  /** Dots of the print head: 576 for 80 mm paper, 384 for 58 mm, 512 for 80 mm at 180 dots an inch. */
  readonly widthDots: number
  /** Default: partial, so that the ticket hangs until it is taken. */
  readonly cut?: Cut
  /** The cash drawer at the printer's connector, and the length of the pulse that opens it. */
  readonly drawerKick?: { readonly pin: 2 | 5; readonly pulseMs: number }
  /** Default: `process-id`. */
  readonly acknowledgement?: Acknowledgement
  /** In milliseconds: until a printer that another host may hold is free, an answer comes, a whole ticket is printed. */
  readonly limits?: { readonly connectMs?: number; readonly replyMs?: number; readonly patienceMs?: number }
}

interface EscPosPrinter extends TicketPrinter {
  openDrawer(): Promise<DrawerOutcome>
  onAwaited: NonNullable<TicketPrinter['onAwaited']>
}

/** A printer is tried again so soon after it refused a connection. */
const RETRY_MS = 150
/** A printer that did not answer last time is not waited for longer: the screens report it already. */
const KNOWN_AWAY_MS = 3_000
/** A wait is reported once it has taken so long. */
const REPORT_WAIT_MS = 1_000

/**
 * A receipt printer that understands Epson's ESC/POS, spoken to without a driver. A ticket counts as printed only when
 * the printer acknowledged the end of the job and has no fault afterwards. From the first byte of the picture on,
 * whatever goes wrong leaves the outcome unknown, and what the printer still holds is thrown away, so that it cannot
 * come out beside its duplicate. Jobs, drawer and questions take turns.
 */
export function createEscPosPrinter(options: EscPosPrinterOptions): EscPosPrinter {
  const { transport, clock, drawing, widthDots, cut = 'partial', drawerKick, acknowledgement = 'process-id' } = options
  const { connectMs = 10_000, replyMs = 5_000, patienceMs = 60_000 } = options.limits ?? {}
  const remains = createRemains({ cut, acknowledgement, patienceMs })
  const endOfJob = createAcknowledgement(transport.name, clock, acknowledgement)
  const inTurn = serial()

  const listeners = new Set<(awaited: boolean) => void>()
  const withSession = sessionOpener(transport, clock, { connectMs, replyMs }, (awaited) =>
    listeners.forEach((listener) => listener(awaited)),
  )

  async function printPicture(session: Session, picture: Bitmap): Promise<PrintOutcome> {
    const fault = faultOf(await session.status())
    if (fault) return { outcome: 'failed', ...fault }
    await remains.remove(session)
    await session.send(initialise)
    await session.send(reportChanges)
    remains.mayBe('ours')
    try {
      const evidence = await printBands(session, picture)
      remains.mayBe('none')
      return { outcome: 'printed', evidence }
    } catch (error) {
      const left = unknownAfter(error)
      await clearPrinter(session).catch(() => false)
      return left
    }
  }

  async function printBands(session: Session, picture: Bitmap): Promise<string> {
    const giveUpAt = clock.now().monoMs + patienceMs
    session.watch(true)
    for (const band of rasterBands(picture)) {
      await session.send(band)
      // No more than a band is on its way.
      await endOfJob.keptUp(session, giveUpAt)
    }
    await session.send(feedAndCut(cut))
    const evidence = await endOfJob.acknowledged(session, giveUpAt)
    await session.send(reportNothing)
    const fault = lastingFaultOf(await session.status())
    if (fault) throw new PrinterTrouble(fault)
    return evidence
  }

  async function kickDrawer(session: Session, pulse: Uint8Array): Promise<DrawerOutcome> {
    const fault = faultOf(await session.status())
    if (fault) return { outcome: 'failed', ...fault }
    await remains.remove(session)
    remains.mayBe('none')
    try {
      await session.send(pulse)
      return { outcome: 'opened', evidence: await endOfJob.acknowledged(session, clock.now().monoMs + patienceMs) }
    } catch (error) {
      return unknownAfter(error)
    }
  }

  return {
    name: transport.name,

    async status() {
      const seen = await inTurn(() => withSession(readStatus))
      return 'state' in seen ? seen : { state: 'not-ready', reason: seen.reason, detail: seen.detail }
    },

    async print({ document }: PrintJob) {
      const picture = await drawing.rasterisePage(document, widthDots)
      if (!picture.ok) return { outcome: 'failed', reason: 'refused', detail: picture.error.detail }
      return inTurn(() => withSession((session) => printPicture(session, picture.value)))
    },

    async openDrawer() {
      if (!drawerKick) return { outcome: 'failed', reason: 'missing', detail: 'no drawer is set up' }
      const { pin, pulseMs } = drawerKick
      return inTurn(() => withSession((session) => kickDrawer(session, drawerPulse(pin, pulseMs))))
    },

    onAwaited(listener, signal) {
      listeners.add(listener)
      signal.addEventListener('abort', () => listeners.delete(listener), { once: true })
    },
  }
}

function unknownAfter(error: unknown): { readonly outcome: 'unknown'; readonly detail: string } {
  if (!(error instanceof PrinterTrouble)) throw error
  return { outcome: 'unknown', detail: error.fault.detail }
}

interface Failed {
  readonly outcome: 'failed'
  readonly reason: PrinterFault
  readonly detail: string
}

/**
 * Opens the printer for `talk`; a trouble that `talk` leaves to this place happened before anything was done. If the
 * printer serves another host, or our last connection until a jam is cleared, it is waited for; a wait that takes
 * noticeably long is reported.
 */
function sessionOpener(
  transport: Transport,
  clock: Clock,
  { connectMs, replyMs }: { readonly connectMs: number; readonly replyMs: number },
  report: (awaited: boolean) => void,
) {
  let isKnownAway = false
  return async <T>(talk: (session: Session) => Promise<T>): Promise<T | Failed> => {
    const answered = new AbortController()
    let reported = false
    const onFirstAnswer = (): void => {
      answered.abort()
      if (reported) report((reported = false))
    }
    void clock.sleep(REPORT_WAIT_MS, answered.signal).then(() => {
      if (!answered.signal.aborted) report((reported = true))
    })
    const giveUpAt = clock.now().monoMs + (isKnownAway ? Math.min(connectMs, KNOWN_AWAY_MS) : connectMs)
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
      isKnownAway = !answered.signal.aborted
      onFirstAnswer()
    }
  }
}

async function talkOn<T>(
  session: Session,
  talk: (session: Session) => Promise<T>,
): Promise<{ readonly done: T } | { readonly failed: DeviceFault; readonly isBusy: boolean }> {
  try {
    return { done: await talk(session) }
  } catch (error) {
    if (!(error instanceof PrinterTrouble)) throw error
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

/** A printer that clears its buffers answers at once. */
const clearMs = 1_000
/** After an answer that may belong to the last job, the printer has so long to give another. */
const settleMs = 2_000

interface Parts {
  readonly cut: Cut
  readonly acknowledgement: Acknowledgement
  readonly patienceMs: number
}

/** What the printer may still have of an earlier job: nothing, somebody else's beginning, or ours. */
function createRemains({ cut, acknowledgement, patienceMs }: Parts) {
  let remains: 'none' | 'unknown' | 'ours' = 'unknown'
  return {
    mayBe(left: 'none' | 'ours'): void {
      remains = left
    },

    /**
     * A job cut short leaves the printer in the middle of a picture. What it holds is cleared, or else the picture ended
     * with white; a torn piece of ours is cut off, so that it does not hang on the next ticket.
     */
    async remove(session: Session): Promise<void> {
      if (remains === 'none') return
      const cleared = remains === 'ours' && (await clearPrinter(session))
      if (!cleared) await session.send(filler)
      if (remains === 'unknown') return
      await session.send(initialise)
      await session.send(feedAndCut(cut))
      if (cleared || acknowledgement === 'process-id') return
      // These answers carry no name: wait until those to the last job have come.
      let answered = await session.heard(askPaperInTurn, isPaper, patienceMs)
      if (!answered) throw new PrinterTrouble(TOOK_TOO_LONG)
      while (answered) answered = await session.heard(new Uint8Array(), isPaper, settleMs)
    },
  }
}

/** False where the printer did not say that it threw away what it held. */
async function clearPrinter(session: Session): Promise<boolean> {
  session.watch(false)
  return session.heard(clearBuffers, ({ kind }) => kind === 'cleared', clearMs)
}
