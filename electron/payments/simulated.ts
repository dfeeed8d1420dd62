import { appendFileSync, existsSync, lstatSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { cashPieces } from '../../shared/domain/money/cash.ts'
import type { TenderTraits } from '../../shared/domain/money/tender.ts'
import type {
  Begun,
  HeldNote,
  NextNote,
  NoteOutcome,
  NoteValidator,
  TenderDriver,
  TenderOutcome,
  TenderRequest,
} from '../kiosk/ports/devices.ts'
import type { Clock } from '../kiosk/ports/ports.ts'
import { parseJson } from '../../shared/json.ts'

/**
 * Behaviour of the simulated device for the next payment. If `script` lists no further behaviour, payments are
 * approved. `lose-reply`: charges, and the reply is lost · `unavailable`: accepts no request · `approve-late`: charges
 * after the driver's timeout · `time-out`: the customer does nothing until the device times out · `crash`: charges and
 * does not reply for a while.
 */
export type TerminalAct = 'approve' | 'refuse' | 'lose-reply' | 'unavailable' | 'approve-late' | 'time-out' | 'crash'

interface SimulatedTerminalOptions {
  readonly payer: TenderTraits['payer']
  readonly code?: ((request: TenderRequest) => string) | undefined
  /** Path of the device's own journal, which survives crashes of the program. */
  readonly journalPath: string
  readonly clock: Clock
  /** Time that a customer takes to present the card and enter the PIN, or to answer the telephone. */
  readonly customerDelaySeconds: number
  readonly timeoutSeconds: number
  readonly lateReplySeconds: number
  readonly script?: readonly TerminalAct[] | undefined
}

const entry = z.object({
  reference: z.string(),
  outcome: z.enum(['approved', 'refused', 'refunded']),
  reason: z.enum(['declined', 'timed-out']).optional(),
  approval: z.string(),
  amount: z.int().optional(),
  /**
   * Wall time (ISO 8601 UTC) before which the decision is not reported. `silent`: queries before `told` get no reply.
   */
  told: z.string().optional(),
  silent: z.boolean().optional(),
})
type Entry = z.infer<typeof entry>

/** Reads a device's journal. Skips a line that a power cut truncated, because its decision was never reported. */
function readJournal<T>(path: string, schema: z.ZodType<T>): readonly T[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => schema.safeParse(parseJson(line)).data ?? [])
}

const appendTo = (path: string, entry: object): void =>
  appendFileSync(path, `\n${JSON.stringify(entry)}\n`, { flush: true })

const steps = [
  { phase: 'present-card', share: 0.4 },
  { phase: 'enter-pin', share: 0.4 },
  { phase: 'authorising', share: 0.2 },
] as const

/** Simulated card terminal or mobile money operator; cancellable until the customer confirms. */
export function createSimulatedTerminal(options: SimulatedTerminalOptions): TenderDriver {
  const { journalPath, code, clock, customerDelaySeconds, timeoutSeconds, lateReplySeconds, script = [] } = options
  const acts = [...script]
  try {
    if (lstatSync(journalPath, { throwIfNoEntry: false })) appendFileSync(journalPath, '')
  } catch (error) {
    throw new Error(`${journalPath} cannot be written (${(error as Error).message}): move it away`, { cause: error })
  }

  const find = (reference: string): Entry | null =>
    readJournal(journalPath, entry).findLast((each) => each.reference === reference) ?? null

  function known(reference: string): TenderOutcome | null {
    const found = find(reference)
    if (!found || found.outcome === 'refunded') return null
    const { told, silent, outcome, reason, approval, amount } = found
    if (told !== undefined && clock.now().wallUtc < told)
      return { outcome: silent ? 'unavailable' : code ? 'pending' : 'unknown' }
    return outcome === 'approved'
      ? { outcome, approval, ...(amount !== undefined && { amount }) }
      : { outcome: 'refused', reason: reason ?? (told === undefined ? 'declined' : 'timed-out') }
  }

  const write = (decision: Entry): void => appendTo(journalPath, decision)

  const inSeconds = (seconds: number): string =>
    new Date(Date.parse(clock.now().wallUtc) + seconds * 1000).toISOString()

  /** Writes the decision to the journal immediately, and reports it after the customer's simulated delay. */
  function beginByCode(act: TerminalAct, says: string, { reference, amount, payableMs }: TenderRequest) {
    if (act === 'lose-reply') return { outcome: 'unknown' } as const
    write({
      reference,
      amount,
      ...decisionOf(act, reference),
      told: inSeconds(isLate(act) ? timeoutSeconds + lateReplySeconds : customerDelaySeconds),
      ...(act === 'crash' && { silent: true }),
    })
    return {
      outcome: 'begun',
      token: reference,
      shows: says,
      payableMs: Math.min(payableMs, timeoutSeconds * 1000),
    } as const satisfies Begun
  }

  return {
    name: 'simulated',
    host: '',
    traits: traitsOf(options),
    async begin(request, signal) {
      const { reference, amount } = request
      const act = acts.shift() ?? 'approve'
      if (act === 'unavailable') return { outcome: 'unavailable' }
      const before = known(reference)
      if (before) return before
      if (code) return beginByCode(act, code(request), request)
      const late = isLate(act)
      await customerTakes((late ? timeoutSeconds : customerDelaySeconds) * 1000, options, request, signal)
      if (signal.aborted) return { outcome: 'cancelled' }
      const { outcome, approval } = decisionOf(act, reference)
      write({
        reference,
        outcome,
        approval,
        amount,
        ...(late && { told: inSeconds(lateReplySeconds) }),
        ...(act === 'crash' && { silent: true }),
      })
      if (late || act === 'lose-reply') return { outcome: 'unknown' }
      return outcome === 'approved' ? { outcome, approval, amount } : { outcome, reason: 'declined' }
    },
    /** A payment without a decision was never charged, because the customer did not agree. */
    ask: ({ reference }) => Promise.resolve(known(reference) ?? { outcome: 'cancelled' }),
    ...simulatedRefunds(find, write),
  }
}

const traitsOf = ({ payer, code, timeoutSeconds, lateReplySeconds }: SimulatedTerminalOptions): TenderTraits => ({
  payer,
  shows: code ? 'qr' : 'none',
  unattended: payer === 'none',
  simulated: true,
  findBy: 'own',
  reference: 'uuid4',
  cancel: code ? 'none' : 'asks',
  decideMs: timeoutSeconds * 1000,
  settledMs: lateReplySeconds * 1000,
  lateMs: lateReplySeconds * 1000,
  refund: 'api',
})

async function customerTakes(
  ms: number,
  { payer, clock }: Pick<SimulatedTerminalOptions, 'payer' | 'clock'>,
  { onProgress }: TenderRequest,
  signal: AbortSignal,
): Promise<void> {
  if (payer !== 'none') return clock.sleep(ms, signal)
  for (const { phase, share } of steps) {
    if (signal.aborted) return
    onProgress?.({ phase })
    await clock.sleep(ms * share, signal)
  }
}

const isLate = (act: TerminalAct): boolean => act === 'approve-late' || act === 'time-out' || act === 'crash'

function decisionOf(
  act: TerminalAct,
  reference: string,
): Pick<Entry, 'reason' | 'approval'> & { readonly outcome: 'approved' | 'refused' } {
  if (act === 'refuse') return { outcome: 'refused', reason: 'declined', approval: '' }
  if (act === 'time-out') return { outcome: 'refused', reason: 'timed-out', approval: '' }
  return { outcome: 'approved', approval: `SIM${shortened(reference)}` }
}

const shortened = (reference: string): string => reference.replaceAll('-', '').slice(0, 6).toUpperCase()

/** Simulates refunds of charged payments. A refund counts as complete as soon as its status is queried. */
function simulatedRefunds(
  find: (reference: string) => Entry | null,
  write: (decision: Entry) => void,
): Required<Pick<TenderDriver, 'refund' | 'askRefund'>> {
  return {
    async refund({ reference: payment }, { reference, amount }) {
      const charged = find(payment)
      if (charged?.outcome !== 'approved' || (charged.amount ?? amount) < amount)
        return { outcome: 'refused', reason: 'declined' }
      if (!find(reference)) write({ reference, outcome: 'refunded', approval: `SIMR${shortened(reference)}`, amount })
      return { outcome: 'pending' }
    },
    async askRefund(_, { reference, amount }) {
      const made = find(reference)
      return made?.outcome === 'refunded' && made.amount === amount
        ? { outcome: 'refunded', receipt: made.approval }
        : { outcome: 'unknown' }
    },
  }
}

/**
 * Behaviour of the device for the next note; `keep` if `script` lists no further behaviour. `back`: returns an accepted
 * note.
 */
type NoteAct = 'keep' | 'back'

interface SimulatedNotesOptions {
  readonly journalPath: string
  readonly clock: Pick<Clock, 'sleep'>
  readonly customerDelaySeconds: number
  readonly script?: readonly NoteAct[] | undefined
}

const noteEntry = z.object({ value: z.int(), currency: z.string(), state: z.enum(['held', 'in', 'out']) })
type NoteEntry = z.infer<typeof noteEntry>

/**
 * Simulated note acceptor without hardware. The largest accepted note is inserted repeatedly. Like a real device, the
 * simulator retains each note until the decision, and reports the outcome after a power cut.
 */
export function createSimulatedNotes({
  journalPath,
  clock,
  customerDelaySeconds,
  script = [],
}: SimulatedNotesOptions): NoteValidator {
  const acts = [...script]
  const write = (said: NoteEntry): void => appendTo(journalPath, said)

  return {
    name: 'simulated',
    denominations: (currency) =>
      cashPieces(currency)
        .flatMap(({ kind, value }) => (kind === 'note' ? [value] : []))
        .toSorted((a, b) => a - b),
    fault: () => null,
    onChange: () => () => undefined,
    async next({ currency, values }, ended): Promise<NextNote> {
      await clock.sleep(customerDelaySeconds * 1000, ended)
      const value = values.at(-1)
      if (ended.aborted || value === undefined) return { outcome: 'ended' }
      write({ value, currency, state: 'held' })
      return { outcome: 'held', note: { value, currency } }
    },
    async accept({ value, currency }): Promise<NoteOutcome> {
      const kept = (acts.shift() ?? 'keep') === 'keep'
      write({ value, currency, state: kept ? 'in' : 'out' })
      return kept ? { fate: 'credited', value } : { fate: 'returned' }
    },
    async giveBack(note): Promise<NoteOutcome> {
      write({ ...note, state: 'out' })
      return { fate: 'returned' }
    },
    async recall(note: HeldNote): Promise<NoteOutcome> {
      const known = readJournal(journalPath, noteEntry).at(-1)
      if (known?.state === 'in') return { fate: 'credited', value: known.value }
      if (known?.state === 'held') write({ ...note, state: 'out' })
      return { fate: 'returned' }
    },
    recorded: async () => undefined,
    onStray: () => () => undefined,
    examine: async () => [],
    close: async () => undefined,
  }
}
