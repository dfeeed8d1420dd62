/**
 * The moments at which a kiosk may be killed. Most are named by `withPoints`: before and after each thing that the
 * program does in the world. The service and the operators tell two more of a call: it has arrived, and it is done but not answered.
 */
const around = (...names: readonly string[]): readonly string[] =>
  names.flatMap((name) => [`${name}: before`, `${name}: after`])

const recorded = around(
  ...[
    'seats-chosen',
    'hold-granted',
    'checkout-ready',
    'tender-started',
    'tender-begun',
    'tender-approved',
    'tender-refused',
    'tender-unknown',
    'tender-cancelled',
    'purchase-composed',
    'purchase-confirmed',
    'purchase-unclear',
    'tickets-found',
    'print-queued',
    'print-started',
    'print-finished',
    'print-unclear',
    'print-retried',
    'released',
    'resumed',
    'staff-answered',
  ].map((event) => `record ${event}`),
)

/** Where there is a device for notes. */
const withNotes = [
  ...around(
    'record note-held',
    'record note-credited',
    'record note-returned',
    'record note-unclear',
    'record credited',
    'record stray note',
    'record slip-paid-out',
    'record note-box-opened',
    'record note-box-emptied',
    'record note-box-closed',
    'note NOTE_FORGOTTEN',
    'notes accept',
    'notes give back',
    'notes recall',
    'notes recorded',
  ),
  'notes next: after',
  // Two people have it open, and have not counted.
  'note box open',
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

/** These are seen by the service and the operators, not by the kiosk. */
export const OUTSIDE: ReadonlySet<string> = new Set(outside)

/** Any moment at all: inside a commit, between two lines of code. */
export const ANY_MOMENT = 'any moment'

export const KILL_POINTS: readonly string[] = [...recorded, ...withNotes, ...calls, ...devices, ...outside, ANY_MOMENT]

/** Nothing comes by there without a device for notes. */
export const ONLY_WITH_NOTES: ReadonlySet<string> = new Set(withNotes)

/** Right after something happened in the world: who writes down only then what was about to happen has lost it. */
export const AFTER_THE_FACT: readonly string[] = ['tender begin: after', 'paper out', 'service did confirmPurchase']
