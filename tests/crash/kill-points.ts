const around = (...names: readonly string[]): readonly string[] =>
  names.flatMap((name) => [`${name}: before`, `${name}: after`])

const recorded = around(
  ...`seats-chosen hold-granted checkout-ready tender-started tender-pending tender-approved tender-refused
      tender-unknown tender-cancelled purchase-composed purchase-confirmed purchase-outcome-unknown tickets-found
      print-queued print-started print-finished print-outcome-unknown print-retried released resumed staff-answered`
    .split(/\s+/u)
    .map((event) => `record ${event}`),
)

const withNotes = [
  ...around(
    ...`note-held note-credited note-returned note-outcome-unknown credited stray-note slip-paid-out cashbox-opened
        cashbox-emptied cashbox-closed`
      .split(/\s+/u)
      .map((event) => `record ${event.replace('stray-note', 'stray note')}`),
  ),
  ...around('note NOTE_EVENT_CLEARED', 'notes accept', 'notes give back', 'notes recall', 'notes recorded'),
  'notes next: after',
  'cashbox open',
]

const calls = around('openSession', 'holdSeats', 'readCheckout', 'releaseHold', 'sendPurchase', 'listTickets')

const devices = [
  ...around('tender begin', 'tender settle', 'tender ask', 'tickets status', 'tickets save', 'tickets print'),
  ...around('note START', 'note RECOVERED_START'),
  'cash in the drawer',
  'paper out',
  'ledger open',
]

const outside = [
  ...['openSession', 'holdSeats', 'readCheckout', 'confirmPurchase', 'listTickets'].map((name) => `service % ${name}`),
  'operator % begin',
].flatMap((point) => [point.replace('%', 'has'), point.replace('%', 'did')])

export const OUTSIDE: ReadonlySet<string> = new Set(outside)

/** Kills the program at a random time, for example during a commit or between two statements. */
export const ANY_MOMENT = 'any moment'

/**
 * Moments at which a kiosk may be killed: before and after each external effect, and twice during each call to the
 * service or an operator. `has`: the call has arrived. `did`: the call has taken effect but no reply was sent.
 */
export const KILL_POINTS: readonly string[] = [...recorded, ...withNotes, ...calls, ...devices, ...outside, ANY_MOMENT]

export const ONLY_WITH_NOTES: ReadonlySet<string> = new Set(withNotes)

/**
 * Points just after an external effect. A faulty kiosk that records its intent too late has no record of the effect at
 * these points.
 */
export const AFTER_THE_FACT: readonly string[] = ['tender begin: after', 'paper out', 'service did confirmPurchase']
