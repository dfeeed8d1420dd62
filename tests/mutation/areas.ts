export interface Area {
  readonly files: readonly string[]
  /** Folders of `tests`, or single files if the rest of their folder tests something else. */
  readonly tests: readonly string[]
  /** Test files from other folders that detect many mutants in little time and run before the others. */
  readonly first?: readonly string[]
  /** Tests that take too long to run for every mutant. Without them, the score is a lower bound. */
  readonly except?: readonly string[]
}

/** Tests with thousands of verifications, with separate processes, or with a mock of `fs`. */
const LONG = ['tamper', 'io-error', 'durability'].map((name) => `tests/ledger/${name}.test.ts`)

/** Tests that verify a repaired ledger and expect no findings. `verify.test.ts` covers the same checks. */
const MENDED = ['backup', 'rebuild', 'report-equals-journal', 'roll'].map((name) => `tests/ledger/${name}.test.ts`)

/** Returns test files by their names, separated by spaces. */
const files = (names: string): readonly string[] => names.split(' ').map((name) => `${name}.test.ts`)

export const areas: Readonly<Record<string, Area>> = {
  sale: {
    files: ['shared/domain/**/*.ts'],
    tests: ['domain', ...files('printing/tribune renderer/i18n/dates seat-map/venue-layout transport/kiosk-lock')],
  },
  core: {
    files: ['electron/kiosk/**/*.ts'],
    // `tests/app` is left out because it starts a whole machine with its service for each test.
    tests: ['kiosk'],
    first: ['tests/mutation/seeds.ts'],
  },
  payment: {
    // Simulators are excluded, because a fault in a simulator is not a fault in the payment code.
    files: ['electron/payments/**/!(*simulator*|simulated-*).ts'],
    tests: ['payments'],
    // Tests with separate programs or hundreds of corrupted replies. `ambiguous-replies` and the drivers' tests detect the
    // same mutants.
    except: 'adyen/library hostile-answers mtn-momo/npm-client simulator stripe/library sumup/openapi'
      .split(' ')
      .map((name) => `tests/payments/${name}.test.ts`),
  },
  staff: {
    files: [
      'electron/{staff,kiosk/staff}/*.ts',
      'electron/kiosk/access.ts',
      'electron/kiosk/office/office-commands.ts',
      'shared/api/kiosk/command.ts',
      'shared/domain/staff.ts',
    ],
    tests: ['staff', ...files('kiosk/kiosk kiosk/office kiosk/shift app/office transport/sign-in-handle')],
  },
  ledger: { files: ['electron/ledger/**/*.ts'], tests: ['ledger'], except: LONG },
  verify: { files: ['electron/verify/**/*.ts'], tests: ['verify', 'ledger'], except: [...LONG, ...MENDED] },
  partner: { files: ['electron/partner/**/*.ts', 'shared/api/partner/*.ts'], tests: ['partner', 'partner-api'] },
  // The protections of Electron's windows are tested by removing them under a real Electron: see
  // docs/developing/security.md.
  transport: {
    files: ['electron/transport/{dispatch,display-place,http-host,static-files}.ts'],
    tests: ['transport'],
    // `roles.test.ts` sends five hundred commands to a whole kiosk, which takes most of a minute, to check permissions
    // that are defined elsewhere.
    except: ['tests/transport/roles.test.ts'],
  },
  'booking-service': {
    files: ['electron/booking/rules/**/*.ts', 'electron/booking/hub/*signature*.ts'],
    // These tests call the rules directly. The contract tests check the same rules through a running service and take ten
    // times as long, so they are left out.
    tests: ['booking/rules.test.ts', 'booking/signature-check.test.ts', 'hub/partner-admission.test.ts'],
  },
}
