import type { CodeWord } from './term.ts'

/** Words used in the code and in the developers' manuals, by subject. */
export const codeWords: Readonly<Record<string, readonly CodeWord[]>> = {
  'Program and machines': [
    { word: 'dispatch', means: 'The one check that every command passes before it runs.', code: 'dispatch' },
    {
      word: 'workplace',
      means: 'The screens of one kind of user: kiosk, desk, office, set-up.',
      code: 'renderer/desk',
    },
    { word: 'client', means: 'A module that calls another program.', code: 'hub-client.ts' },
    {
      word: 'port',
      means: 'A type for what the core needs from devices, files and networks.',
      code: 'electron/kiosk/ports',
    },
    { word: 'composition', means: 'The layer that creates the parts and connects them.', code: 'electron/app' },
    { word: 'device', means: 'A machine that is enrolled at a hub.', code: 'shared/api/fleet' },
    { word: 'enrol', means: 'Register a machine at a hub with a code that is valid once.', code: 'enrol' },
    { word: 'heartbeat', means: 'Signed status report of a machine, sent every minute.', code: 'heartbeat.ts' },
    { word: 'issue', means: 'Reason why a machine cannot sell, with its remedy.', code: 'ReadinessIssue' },
    {
      word: 'on trial',
      means: 'Changed settings that are withdrawn if the machine does not work with them.',
      code: 'settings-file.ts',
    },
    {
      word: 'release',
      means: 'For updates: a signed folder with packages. For seats, see above.',
      code: 'electron/update',
    },
  ],
  Seats: [
    { word: 'plan', means: 'Positions of all seats of a venue, in metres.', code: 'VenuePlan' },
    {
      word: 'place',
      means: 'A seat with its section, row, gate and notes, as the contract describes it.',
      code: 'Place',
    },
    { word: 'route', means: 'Gate, section, row and seat, in the order in which a person walks.', code: 'route' },
    { word: 'party', means: 'The people who come together, and what they want to sit on.', code: 'PartyRequest' },
    { word: 'proposal', means: 'Seats for a party that a customer can take.', code: 'SeatProposal' },
  ],
  Sale: [
    {
      word: 'session',
      means: 'A look at one event at the booking service. One session is one sale.',
      code: 'BookingSession',
    },
    {
      word: 'owner_ref',
      means: "The booking service's reference for who opened a session; tickets are read by it.",
      code: 'ownerRef',
    },
    { word: 'visit', means: 'A customer who looks at one event, before any seat is held.', code: 'Visit' },
    {
      word: 'checkout',
      means: 'The price that the booking service asks for the held seats, with the ids of the holds.',
      code: 'Checkout',
    },
    {
      word: 'purchase',
      means: 'The call that turns holds into tickets. It is repeated with the same bytes.',
      code: 'PurchaseRequest',
    },
    { word: 'unknown', means: 'State of a purchase that was sent and has no known outcome.', code: 'Unknown' },
    { word: 'payment', means: 'The tenders that make up the amount of an order.', code: 'Payment' },
    { word: 'split payment', means: 'A payment by several tenders.', code: 'parts' },
    { word: 'open payment', means: 'A payment whose provider has not reported an outcome.', code: 'OpenPayment' },
    {
      word: 'attended',
      means: 'A card terminal without connection: the cashier types what it did.',
      code: 'attended-terminal.ts',
    },
    { word: 'settlement', means: "Comparison of a provider's report with the ledger.", code: 'reconcileSettlement' },
    {
      word: 'refund fence',
      means: 'Time after the end of the holds before money may go back: 30 s.',
      code: 'REFUND_GRACE_MS',
    },
    {
      word: 'purchase breaker',
      means: 'Stops taking money while the booking service refuses purchases.',
      code: 'PurchaseCircuitBreaker',
    },
    { word: 'provider refund', means: 'A refund through the provider that took the payment.', code: 'ProviderRefund' },
    { word: 'case', means: 'A question about a sale that waits for staff.', code: 'StaffCase' },
    {
      word: 'effect',
      means: 'What a state of a sale needs done outside: a call, a print, a payment.',
      code: 'SaleEffect',
    },
  ],
  Paper: [
    { word: 'document', means: 'Content of a paper before it is drawn.', code: 'TicketDocument' },
    {
      word: 'print job',
      means: 'One copy of one ticket: queued, spooling, printed, failed or unknown.',
      code: 'print_job',
    },
    {
      word: 'read-back',
      means: 'Reading the code of a ticket from its drawn page, or from paper by a scanner.',
      code: 'sale-commands.ts',
    },
  ],
  Speech: [
    {
      word: 'tongue',
      means: 'A language that customers can hear. Some have no screens: those are French.',
      code: 'SpeechLanguage',
    },
    {
      word: 'speech pack',
      means: 'The recordings of one tongue, with the manifest that names them.',
      code: 'SpeechPack',
    },
    {
      word: 'lender',
      means: 'The grammar that reads an amount or a time for which a tongue has no recording.',
      code: 'lender',
    },
  ],
  'Cash and accounts': [
    { word: 'closure', means: 'An X or Z report as a signed row of the journal.', code: 'closures.ts' },
    { word: 'blind count', means: 'Counting a drawer before the expected amount is shown.', code: 'DRAWER_COUNTED' },
    { word: 'over, short', means: 'Difference between a count and the expected amount.', code: 'over-short' },
    { word: 'rounding', means: 'Rounding of a cash payment to coins that exist.', code: 'rounding' },
    { word: 'void', means: 'A refund of a whole sale in the shift that made it.', code: 'TICKETS_VOIDED' },
    { word: 'correction', means: 'A row that moves a payment to its right tender.', code: 'TENDER_CORRECTED' },
    { word: 'second', means: 'The other person who approves a refund or a void.', code: 'CountersignedCommand' },
    { word: 'posting', means: 'A line of double-entry bookkeeping.', code: 'entries.ts' },
    {
      word: 'perpetual',
      means: 'Sales less refunds since the first row; `perpetualAbs`: both added.',
      code: 'perpetualNet',
    },
  ],
  Ledger: [
    {
      word: 'ledger',
      means: 'The database of a machine: the journal, and the tables made from it.',
      code: 'electron/ledger',
    },
    { word: 'register', means: 'Name of a kiosk or desk in its ledger.', code: 'register' },
    { word: 'boot', means: 'One start of the program. Durations are measured within one.', code: 'bootId' },
    { word: 'roll', means: 'A text copy of the journal, on the disk before a payment starts.', code: 'outside.ts' },
    { word: 'head', means: 'The last row of a journal that is known outside the machine.', code: 'head' },
    { word: 'archive', means: 'A whole journal as a signed text file.', code: 'export.ts' },
    { word: 'gap', means: 'Rows of a journal that are lost.', code: 'missing-rows.ts' },
    { word: 'doubt', means: 'A ledger that does not continue what the hub knows of it.', code: 'LedgerMismatch' },
    { word: 'vouch', means: "A hub's signed statement that a machine's new key is genuine.", code: 'KEY_ATTESTED' },
    { word: 'projection', means: 'The tables that follow from the journal.', code: 'projection.ts' },
  ],
}
