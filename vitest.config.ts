import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import './tests/support/compile-cache.ts'

process.env['GUICHET_TESTS_SEED'] ??= String(randomInt(1_000_000))

/**
 * Converts seconds to milliseconds. The timeouts allow for two slow cores, shared with a browser, and an SQLite file
 * that is flushed on every commit.
 */
const seconds = (n: number): number => n * 1000

const project = (name: string, include: string[], extra: object = {}): object => ({
  extends: true,
  test: { name, include, testTimeout: seconds(180), hookTimeout: seconds(180), ...extra },
})

const elsewhere = [
  'contract',
  'store',
  'simulation',
  'cashier-day',
  'e2e',
  'shells',
  'electron-shell',
  'installed',
  'interop',
].map((folder) => `tests/${folder}/**`)

/** Tests of the project's own scripts, benchmarks and packages. */
const tools = ['tests/{bench,packaging,scripts}/**/*.test.ts', 'tests/update/as-root.test.ts']

const typed = 'tests/documents/{live-kiosk-page,run-commands}.test.ts'

const drawn = 'tests/seat-map/{seat-list,seat-map,surface}.test.ts'

export default defineConfig({
  test: {
    environment: 'node',
    // Default locale for all tests, as for an account without a language setting. Tests about the language set their
    // own locale.
    env: { LC_ALL: '', LC_MESSAGES: '', LANG: 'C.UTF-8' },
    // No retries, because a test that needs a `retry` hides a race.
    retry: 0,
    // On a busy computer, expected states take a while to appear. With the default timeout of one second, a poll would
    // also require the state to appear within a second.
    expect: { poll: { timeout: seconds(30) } },
    // One more worker than cores, because some tests wait. Each further worker loads and compiles the whole program
    // again, which costs CPU time.
    maxWorkers: availableParallelism() + 1,
    // Projects with different numbers of workers must run one after the other. The e2e project runs first.
    sequence: { groupOrder: 1 },
    projects: [
      // Test files share the modules of their worker, because loading the modules again for each file took two fifths
      // of the time. A file that replaces a module (`vi.mock`) calls `vi.resetModules()` before its imports and after
      // its last test.
      project('unit', ['tests/**/*.test.{ts,tsx}'], {
        isolate: false,
        setupFiles: ['tests/support/draw.setup.ts'],
        exclude: [...configDefaults.exclude, ...elsewhere, ...tools, drawn, typed],
      }),
      project('contract', ['tests/contract/**/*.test.ts']),
      project('contract-postgres', ['tests/contract/**/*.test.ts'], {
        // Under ten times its usual load, a computer takes two minutes to serve 64 buyers.
        testTimeout: seconds(300),
        provide: { contractStore: 'postgres' },
        globalSetup: ['tests/support/postgres.setup.ts'],
        setupFiles: ['tests/support/needs-postgres.ts'],
      }),
      project('store', ['tests/store/**/*.test.ts'], {
        setupFiles: ['tests/support/draw.setup.ts'],
        testTimeout: seconds(300),
        globalSetup: ['tests/support/postgres.setup.ts'],
      }),
      // The simulation tests take half a minute on an otherwise idle computer.
      project('simulation', ['tests/simulation/**/*.test.ts'], { testTimeout: seconds(900) }),
      project('e2e', ['tests/{e2e,shells}/**/*.test.ts', drawn], {
        // Idle pages of tests/support/browser.ts serve all files of a worker.
        isolate: false,
        // Browser tests wait for half of their time. Four workers on two cores take as much CPU time as three (379 s and
        // 390 s).
        maxWorkers: availableParallelism() + 2,
        sequence: { groupOrder: 0 },
        globalSetup: ['tests/support/built.setup.ts'],
      }),
      // Runs only in `npm run test:tools`.
      project('tools', tools, { isolate: false, globalSetup: ['tests/support/built.setup.ts'] }),
      // Runs only in the proof `cashier-days`.
      project('cashier-day', ['tests/cashier-day/**/*.test.ts'], {
        isolate: false,
        globalSetup: ['tests/support/built.setup.ts'],
      }),
      // Needs Electron's program and a display; runs only in `npm run test:electron`.
      project('electron', ['tests/electron-shell/**/*.test.ts'], {
        maxWorkers: 1,
        globalSetup: ['tests/support/built.setup.ts'],
      }),
      // Tests packages, with a machine for each file; runs only in `npm run test:installed`.
      project('installed', ['tests/installed/{installed-kiosk,update,hardening}.test.ts'], {
        maxWorkers: 2,
        globalSetup: ['tests/support/built.setup.ts', 'tests/installed/packages.setup.ts'],
      }),
      // Starts some hundred programs, one after the other, on the ports in the documents, and follows some recipes to the
      // end; runs only in `npm run test:manuals`.
      project('manuals', [typed, 'tests/documents/recipes.test.ts'], {
        maxWorkers: 1,
        env: { GUICHET_TESTS: 'sixth' },
        globalSetup: ['tests/support/built.setup.ts'],
      }),
      // Checks papers, ledgers and interfaces with third-party software; runs only in the proof `interop`.
      project('interop', ['tests/interop/**/*.test.ts']),
      // Tests the Windows installer in Wine 10; runs only at night.
      project('windows', ['tests/installed/windows.test.ts'], {
        maxWorkers: 1,
        globalSetup: ['tests/support/built.setup.ts'],
      }),
    ],
    coverage: { provider: 'v8', include: ['shared/**', 'electron/**'] },
  },
})
