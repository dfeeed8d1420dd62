import { appendFileSync, existsSync, lstatSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { cashPieces } from '../../shared/domain/money/cash.ts'
import type { TenderTraits } from '../../shared/domain/money/tender.ts'
import type {
  Begun,
  HeldNote,
  NextNote,
  NoteFate,
  NoteValidator,
  TenderDriver,
  TenderOutcome,
  TenderRequest,
} from '../core/ports/devices.ts'
import type { Clock } from '../core/ports/ports.ts'

/**
 * What the simulated device does with the next payment; after the list is used up it approves. `approve`, `refuse`: in
 * time · `lose-reply`: charges, and the answer is lost · `unavailable`: takes no request · `approve-late`: charges after the
 * driver has given up waiting · `time-out`: nobody presents a card or answers the telephone, until the device gives up ·
 * `die`: charges and falls silent, until it is back. A code whose answer was lost is seen by nobody, and paid by nobody.
 */
export type TerminalAct = 'approve' | 'refuse' | 'lose-reply' | 'unavailable' | 'approve-late' | 'time-out' | 'die'

interface SimulatedTerminalOptions {
  /** `phone`: an operator of mobile money. */
  readonly payer: TenderTraits['payer']
  /** Customers scan a code, and this is what it says; left out: none is shown. */
  readonly code?: ((request: TenderRequest) => string) | undefined
  /** The device's own journal: it stands beside ours, and its memory outlives our crashes. */
  readonly journalPath: string
  readonly clock: Clock
  /** How long a customer takes to present the card and type the code, or to answer the telephone. */
  readonly thinkSeconds: number
  /** How long the driver waits for a decision. */
  readonly patienceSeconds: number
  /** When a decision that comes late is there, counted from the driver's giving up. */
  readonly lateSeconds: number
  readonly script?: readonly TerminalAct[] | undefined
}

const entry = z.object({
  reference: z.string(),
  outcome: z.enum(['approved', 'refused', 'refunded']),
  reason: z.enum(['declined', 'timed-out']).optional(),
  approval: z.string(),
  amount: z.int().optional(),
  /** Wall time of the device, ISO 8601 UTC: nobody is told before. `silent`: nor can it be asked. */
  told: z.string().optional(),
  silent: z.boolean().optional(),
})
type Entry = z.infer<typeof entry>

/** A line that a power cut tore is a decision that was never told to anybody. */
function readEntry(line: string): Entry[] {
  try {
    return [entry.parse(JSON.parse(line))]
  } catch {
    return []
  }
}

/** How long each takes of the whole. */
const steps = [
  { phase: 'present-card', share: 0.4 },
  { phase: 'enter-pin', share: 0.4 },
  { phase: 'authorising', share: 0.2 },
] as const

/**
 * A card terminal, or an operator of mobile money, that behaves like a real one as far as the sale can tell: it takes its
 * time, may refuse, may charge late or lose its answer, can be cancelled until the customer has agreed, and knows every
 * reference it has ever decided.
 */
export function createSimulatedTerminal(options: SimulatedTerminalOptions): TenderDriver {
  const { journalPath, code, clock, thinkSeconds, patienceSeconds, lateSeconds, script = [] } = options
  const acts = [...script]
  try {
    if (lstatSync(journalPath, { throwIfNoEntry: false })) appendFileSync(journalPath, '')
  } catch (error) {
    throw new Error(`${journalPath} cannot be written (${(error as Error).message}): move it away`, { cause: error })
  }

  function find(reference: string): Entry | null {
    if (!existsSync(journalPath)) return null
    const lines = readFileSync(journalPath, 'utf8').split('\n').filter(Boolean)
    return lines.flatMap(readEntry).findLast((each) => each.reference === reference) ?? null
  }

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

  function write(decision: Entry): void {
    appendFileSync(journalPath, `\n${JSON.stringify(decision)}\n`, { flush: true })
  }

  const inSeconds = (seconds: number): string =>
    new Date(Date.parse(clock.now().wallUtc) + seconds * 1000).toISOString()

  /** What it will have decided is in its journal at once, and is told when the customer has had the time for it. */
  function beginByCode(act: TerminalAct, says: string, { reference, amount, payableMs }: TenderRequest) {
    if (act === 'lose-reply') return { outcome: 'unknown' } as const
    write({
      reference,
      amount,
      ...decisionOf(act, reference),
      told: inSeconds(isLate(act) ? patienceSeconds + lateSeconds : thinkSeconds),
      ...(act === 'die' && { silent: true }),
    })
    return {
      outcome: 'begun',
      token: reference,
      shows: says,
      payableMs: Math.min(payableMs, patienceSeconds * 1000),
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
      await customerTakes((late ? patienceSeconds : thinkSeconds) * 1000, options, request, signal)
      if (signal.aborted) return { outcome: 'cancelled' }
      const { outcome, approval } = decisionOf(act, reference)
      write({
        reference,
        outcome,
        approval,
        amount,
        ...(late && { told: inSeconds(lateSeconds) }),
        ...(act === 'die' && { silent: true }),
      })
      if (late || act === 'lose-reply') return { outcome: 'unknown' }
      return outcome === 'approved' ? { outcome, approval, amount } : { outcome, reason: 'declined' }
    },
    /** A reference that was never decided was never charged: the customer did not agree. */
    ask: ({ reference }) => Promise.resolve(known(reference) ?? { outcome: 'cancelled' }),
    ...simulatedRefunds(find, write),
  }
}

const traitsOf = ({ payer, code, patienceSeconds, lateSeconds }: SimulatedTerminalOptions): TenderTraits => ({
  payer,
  shows: code ? 'qr' : 'none',
  unattended: payer === 'none',
  simulated: true,
  findBy: 'own',
  reference: 'uuid4',
  cancel: code ? 'none' : 'asks',
  decideMs: patienceSeconds * 1000,
  settledMs: lateSeconds * 1000,
  lateMs: lateSeconds * 1000,
  refund: 'api',
})

/** At a terminal they show a card, type the code, and wait for the bank. */
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

const isLate = (act: TerminalAct): boolean => act === 'approve-late' || act === 'time-out' || act === 'die'

function decisionOf(
  act: TerminalAct,
  reference: string,
): Pick<Entry, 'reason' | 'approval'> & { readonly outcome: 'approved' | 'refused' } {
  if (act === 'refuse') return { outcome: 'refused', reason: 'declined', approval: '' }
  if (act === 'time-out') return { outcome: 'refused', reason: 'timed-out', approval: '' }
  return { outcome: 'approved', approval: `SIM${shortened(reference)}` }
}

const shortened = (reference: string): string => reference.replaceAll('-', '').slice(0, 6).toUpperCase()

/** Of what it charged, and at most that; made by the time it is asked about. */
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

/** What the simulated device does with the next note; after the list is used up it keeps each. `back`: it comes out again as it is swallowed. */
type NoteAct = 'keep' | 'back'

interface SimulatedNotesOptions {
  /** The device's own memory: it outlives our crashes. */
  readonly journalPath: string
  readonly clock: Pick<Clock, 'sleep'>
  /** Until a customer has found a note and put it in. */
  readonly thinkSeconds: number
  readonly script?: readonly NoteAct[] | undefined
}

const noteEntry = z.object({ value: z.int(), currency: z.string(), state: z.enum(['held', 'in', 'out']) })
type NoteEntry = z.infer<typeof noteEntry>

/** A line that a power cut tore was no move of a note. */
function readNoteEntry(line: string): NoteEntry[] {
  try {
    return [noteEntry.parse(JSON.parse(line))]
  } catch {
    return []
  }
}

/**
 * A device for notes without one: its customers put in the largest note that it takes, over and over, and no money moves. As a real one,
 * it holds each until it is told, knows after a power cut what it did with it, and gives back what it held then.
 */
export function createSimulatedNotes({
  journalPath,
  clock,
  thinkSeconds,
  script = [],
}: SimulatedNotesOptions): NoteValidator {
  const acts = [...script]
  const write = (said: NoteEntry): void => appendFileSync(journalPath, `\n${JSON.stringify(said)}\n`, { flush: true })
  function last(): NoteEntry | null {
    if (!existsSync(journalPath)) return null
    return readFileSync(journalPath, 'utf8').split('\n').filter(Boolean).flatMap(readNoteEntry).at(-1) ?? null
  }

  return {
    name: 'simulated',
    denominations: (currency) =>
      cashPieces(currency)
        .flatMap(({ kind, value }) => (kind === 'note' ? [value] : []))
        .toSorted((a, b) => a - b),
    fault: () => null,
    onChange: () => () => undefined,
    async next({ currency, values }, ended): Promise<NextNote> {
      await clock.sleep(thinkSeconds * 1000, ended)
      const value = values.at(-1)
      if (ended.aborted || value === undefined) return { outcome: 'ended' }
      write({ value, currency, state: 'held' })
      return { outcome: 'held', note: { value, currency } }
    },
    async accept({ value, currency }): Promise<NoteFate> {
      const kept = (acts.shift() ?? 'keep') === 'keep'
      write({ value, currency, state: kept ? 'in' : 'out' })
      return kept ? { fate: 'credited', value } : { fate: 'returned' }
    },
    async giveBack(note): Promise<NoteFate> {
      write({ ...note, state: 'out' })
      return { fate: 'returned' }
    },
    async recall(note: HeldNote): Promise<NoteFate> {
      const known = last()
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
