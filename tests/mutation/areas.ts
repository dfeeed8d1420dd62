/** What is mutated, and the folders of tests that have to notice. */
export interface Area {
  /** Patterns of files. */
  readonly files: readonly string[]
  /** Folders of `tests`, or single files where the rest of their folder is about something else. */
  readonly tests: readonly string[]
  /** Test files from elsewhere that notice much in little time: they run before the others. */
  readonly first?: readonly string[]
  /** Test files of these folders that take too long to run for every mutant; the score is a lower bound then. */
  readonly except?: readonly string[]
}

/** Whole verifications by the thousand; processes of their own, in which no mutant is; a mock of `fs` that needs isolation. */
const LONG = ['tamper', 'io-error', 'durability'].map((name) => `tests/ledger/${name}.test.ts`)

/** They verify what another test damaged and mended, and find nothing: `verify.test.ts` does, too. */
const MENDED = ['backup', 'rebuild', 'report-equals-journal', 'roll'].map((name) => `tests/ledger/${name}.test.ts`)

export const areas: Readonly<Record<string, Area>> = {
  sale: {
    files: ['shared/domain/**/*.ts'],
    tests: [
      'domain',
      'printing/tribune.test.ts',
      'renderer/i18n/dates.test.ts',
      'seat-map/venue-layout.test.ts',
      'transport/kiosk-lock.test.ts',
    ],
  },
  core: {
    files: ['electron/core/**/*.ts'],
    // Not `tests/kiosk`, which starts a whole machine with its service for each test.
    tests: ['core'],
    first: ['tests/mutation/seeds.ts'],
  },
  payment: {
    // The simulators stand for providers; a fault in one is no fault of a payment.
    files: ['electron/payment/**/!(*stand-in*|simulated-*).ts'],
    tests: ['payment'],
    // Programs of their own, and hundreds of spoilt replies: `never-guessed` and the drivers' tests notice the same.
    except: [
      'adyen/library',
      'hostile-answers',
      'mtn-momo/npm-client',
      'simulator',
      'stripe/library',
      'sumup/openapi',
    ].map((name) => `tests/payment/${name}.test.ts`),
  },
  staff: {
    files: [
      'electron/{staff,core/staff}/*.ts',
      'electron/core/access.ts',
      'electron/core/office/office-commands.ts',
      'shared/kiosk-api/command.ts',
      'shared/domain/staff.ts',
    ],
    tests: [
      'staff',
      ...['kiosk', 'office', 'shift'].map((name) => `core/${name}.test.ts`),
      'kiosk/office.test.ts',
      'transport/sign-in-handle.test.ts',
    ],
  },
  ledger: { files: ['electron/ledger/**/*.ts'], tests: ['ledger'], except: LONG },
  verify: { files: ['electron/verify/**/*.ts'], tests: ['verify', 'ledger'], except: [...LONG, ...MENDED] },
  partner: {
    files: ['electron/partner/**/*.ts', 'shared/partner-api/*.ts'],
    tests: ['partner', 'partner-api'],
  },
  // What belongs to Electron's windows is undone under a real Electron: see docs/developing/security.md.
  transport: {
    files: ['electron/transport/{dispatch,display-place,http-host,kiosk-lock,static-files}.ts'],
    tests: ['transport'],
    // Five hundred commands to a whole kiosk, most of a minute: they are about who may do what, which stands elsewhere.
    except: ['tests/transport/roles.test.ts'],
  },
  'booking-service': {
    files: ['electron/booking-service/rules/**/*.ts', 'electron/booking-service/hub/*signature*.ts'],
    // As functions. The contract meets them all again through a running service, at ten times the price.
    tests: [
      'booking-service/rules.test.ts',
      'booking-service/signature-check.test.ts',
      'hub/partner-admission.test.ts',
    ],
  },
}
