/**
 * Reasons why a command of `guichet` is refused, with the remedy: lower case, without a full stop. Texts for `expected`
 * describe a value; `ValueTexts` inserts them into a sentence.
 */
export interface RefusalTexts {
  /** `similar`: options with a similar name. Empty if none is similar. */
  readonly unknownOption: (option: string, similar: string) => string
  /** `command`: the command that has no such subcommand. Empty for the program itself. */
  readonly unknownCommand: (word: string, command: string) => string
  readonly tooManyWords: (command: string, word: string) => string
  readonly missing: (name: string) => string
  readonly missingValue: (option: string) => string
  /** Error for a value given to a switch. */
  readonly noValue: (option: string) => string
  readonly together: (one: string, other: string) => string
  readonly exclusive: (one: string, other: string) => string
  /** Error if not exactly one of two options is given. */
  readonly either: (one: string, other: string) => string
  readonly requires: (one: string, other: string) => string

  /** `why`: error code of the operating system. */
  readonly unreachable: (address: string, why: string) => string
  readonly databaseUnreachable: string
  /** `code`: error code of the operating system. */
  readonly unusable: (path: string, code: string) => string
  readonly portInUse: (port: number, host: string) => string
  readonly emptyFile: (path: string) => string
  readonly folderInPlace: (path: string) => string

  /** `owner`: process id. Null if unknown. */
  readonly ledgerInUse: (path: string, owner: number | null) => string
  /** `found` and `known`: versions of the database schema. */
  readonly newerFile: (path: string, found: number, known: number) => string
  /** `why`: error message of the database. */
  readonly brokenFile: (path: string, why: string) => string
  readonly emptyDatabase: (path: string) => string
  readonly brokenKey: (path: string) => string

  readonly noVenue: string
  readonly noEvent: (event: string) => string
  readonly notOnSale: (event: string) => string
  readonly notReopened: (event: string) => string
  /** `now`: local date-time of the venue. */
  readonly past: (option: string, moment: string, now: string) => string
  readonly endsTooEarly: (ends: string, starts: string) => string
  readonly sameEvent: (event: string, isEnded: boolean) => string
  readonly noPrice: (zones: string) => string
  readonly nothingChanges: string
  /** `list`: command that lists the tickets sold. */
  readonly ticketsSold: (event: string, tickets: number, list: string) => string

  readonly noPlaces: string
  readonly unknownPlaces: (event: string, places: string) => string
  readonly seatsTaken: Readonly<Record<'held' | 'sold', (seats: string) => string>>
  readonly noneWithheld: string
  readonly severalEvents: string
  readonly noTicket: (event: string, tickets: string) => string

  readonly noPartner: (partner: string) => string
  readonly noKey: (key: string, partner: string) => string
  readonly lastKey: (key: string, partner: string) => string
  readonly otherKey: (partners: string) => string
  /** `tool`: backup program of the database. */
  readonly backUpWith: (tool: string) => string

  readonly noDevice: (device: string) => string
  /** `near`: a similar name; empty if none is similar. `groups`: all names; empty if no group exists. */
  readonly noGroup: (group: string, near: string, groups: string) => string
  /** `near`: a similar name. Empty if none is similar. */
  readonly noSetting: (near: string) => string
  readonly ambiguousNumber: (grouped: string, decimal: string) => string
  readonly ledgerMatches: (device: string) => string
  readonly ledgerChanged: (device: string) => string
  readonly noAdministrator: (name: string) => string
  readonly notTheHub: string

  readonly needsTls: (host: string) => string

  readonly numberTaken: (number: string) => string
  readonly noPerson: (number: string) => string
  readonly nothingToTest: string
  readonly demoOnly: string
  readonly noLine: (folder: string, wanted: string) => string
  readonly noPrinter: (printer: string) => string
  readonly speechIncomplete: string
  readonly noSpeechTexts: string
  readonly otherSystem: string
  readonly running: string

  readonly expected: {
    /** `most`: largest value. Null if unlimited. */
    readonly wholeNumber: (least: number, most: number | null) => string
    readonly price: (form: string) => string
    readonly amount: (currency: string, decimals: number) => string
    readonly ticketNumber: string
    readonly publicKey: string
    readonly sharedSecret: string
    readonly deviceName: string
    readonly settings: (form: string, keys: string) => string
    readonly plainNumber: string
    readonly administrator: string
    readonly address: string
    readonly privateAddress: string
    readonly ciphers: string
    readonly store: string
  }
}
