import { straceWorks } from '../simulation/power-loss/strace.ts'
import { findPrograms } from '../cluster/programs.ts'
import { postgresPrograms, serverUser } from '../support/postgres-server.ts'
import * as campaigns from './campaigns.ts'
import * as longTests from './long-tests.ts'
import type { Outcome, Proof, Run } from './proof.ts'

const lacksPostgres = (): string | null =>
  postgresPrograms() === null || serverUser() === null ? 'needs the Debian package postgresql' : null

/** Returns the budget of a proof that is the same at each level. */
const always = (budget: number) => ({ default: budget, nightly: budget })

/** All proofs in the order of their runs. The proofs that take longest in CI come first. */
export const proofs: Readonly<Record<string, Proof>> = {
  crash: {
    proves: 'a kiosk killed with SIGKILL at any moment loses no sale and sells nothing twice',
    options: { kills: { default: 200, ci: 50, nightly: 2_000 } },
    isInCi: true,
    play: campaigns.playCrash,
  },
  fleet: {
    proves: 'kiosks behind a failing line settle every sale and are back within 5 s',
    options: { kiosks: { default: 40, ci: 4, nightly: 40 } },
    isInCi: true,
    play: campaigns.playFleet,
  },
  simulation: {
    proves: 'the invariants hold after every step of simulated days, whatever fails',
    options: { seeds: { default: 300, ci: 500, nightly: 20_000 }, kiosks: 'shipping' },
    isInCi: true,
    // `npm test` runs the first 30 seeds.
    ciSeed: 31,
    play: campaigns.playSimulation,
  },
  day: {
    proves: 'each Z of a day at the registers equals journal, drawer, devices and tickets',
    options: { sales: { default: 2_000, ci: 30, nightly: 2_000 } },
    isInCi: true,
    play: campaigns.playDay,
  },
  race: {
    proves: 'kiosks that race for seats and credit slips: none is sold or spent twice',
    options: {
      kiosks: { default: 16, ci: 4, nightly: 16 },
      seats: { default: 5_000, ci: 400, nightly: 5_000 },
      slips: { default: 200, ci: 20, nightly: 200 },
    },
    isInCi: true,
    play: campaigns.playRace,
  },
  'hub-race': {
    proves: 'buyers at several hubs on one PostgreSQL database: no seat is sold twice',
    options: {
      hubs: { default: 2, ci: 2, nightly: 4 },
      clients: { default: 16, ci: 8, nightly: 16 },
      seats: { default: 500, ci: 100, nightly: 500 },
      store: '',
    },
    isInCi: true,
    lacks: lacksPostgres,
    play: campaigns.playHubRace,
  },
  'power-loss': {
    proves: 'a power cut at any write loses no acknowledged sale and damages no ledger',
    options: { states: { default: 20_000, ci: 1_000, nightly: 20_000 }, sales: { default: 30, ci: 10, nightly: 30 } },
    isInCi: true,
    lacks: () => (straceWorks() ? null : 'needs strace, and the right to use it'),
    play: campaigns.playPowerLoss,
  },
  tampering: {
    proves: 'the verifier notices every edit of a ledger',
    options: {},
    isInCi: true,
    play: longTests.playTampering,
  },
  forge: {
    proves: 'the verifier notices forgeries that need no secret, given one root of trust',
    options: { pairs: { default: 188, ci: 188, nightly: 188 } },
    isInCi: true,
    play: campaigns.playForgeries,
  },
  'fuzz-partner': {
    proves: 'mutated and lying replies of the partner confirm nothing false and refund nothing early',
    options: { replies: { default: 5e4, ci: 2e4, nightly: 1e6 }, lies: { default: 120, ci: 60, nightly: 2_000 } },
    isInCi: true,
    play: campaigns.playPartnerFuzz,
  },
  'fuzz-hub': {
    proves: 'malformed requests crash no hub, leak nothing and leave its memory flat',
    options: { requests: { default: 20_000, ci: 5_000, nightly: 1_000_000 } },
    isInCi: true,
    play: campaigns.playHubFuzz,
  },
  mutation: {
    proves: 'the tests beside the code notice small changes to it',
    options: { sample: { default: 40, nightly: 150 }, areas: '' },
    isInCi: false,
    play: async (run) => {
      // A literal import specifier would include the mutation suite in this TypeScript project.
      const suite = '../mutation/mutate.ts'
      return ((await import(suite)) as { playMutation(order: Run): Promise<Outcome> }).playMutation(run)
    },
  },
  'cashier-days': {
    proves: 'an independent accountant agrees with a desk that is worked by keyboard',
    options: {},
    isInCi: true,
    play: longTests.playCashierDays,
  },
  'long-tests': {
    proves: 'every case of the tests of which `npm test` takes a sample',
    options: {},
    isInCi: false,
    play: longTests.playLongTests,
  },
  interop: {
    proves: 'fuzzing by the OpenAPI documents, clients, PDF readers, QR decoders and a verifier of others agree',
    options: {},
    isInCi: false,
    play: longTests.playInterop,
  },
  calendar: {
    proves: 'the tests pass at any date, in any time zone and language',
    options: { dates: '', paths: '' },
    isInCi: false,
    lacks: longTests.lacksFaketime,
    play: longTests.playCalendar,
  },
  cluster: {
    proves: 'the death of a PostgreSQL cluster’s primary loses no acknowledged purchase',
    options: { kills: always(10), kiosks: always(40), hubs: always(4) },
    isInCi: false,
    lacks() {
      const found = findPrograms()
      return 'missing' in found ? `needs the Debian packages ${found.missing.join(', ')}` : null
    },
    play: campaigns.playCluster,
  },
}
