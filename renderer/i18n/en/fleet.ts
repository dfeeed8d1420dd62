import { obstacles, printerAdvice } from '../../../shared/i18n/en/obstacles.ts'
import { tenderNames } from '../../../shared/i18n/en/words.ts'
import { adviceOn } from '../../../shared/i18n/obstacle-texts.ts'
import { printerFaults } from '../../../shared/domain/fleet/readiness.ts'
import { ofEach } from '../../../shared/domain/of-each.ts'
import { enOffice } from './office.ts'
import { enSettingFaults } from './settings.ts'
import type { FleetCatalogue } from '../fr/fleet.ts'

export const enFleet: FleetCatalogue = {
  title: 'All machines',
  signIn: {
    title: 'Sign in',
    name: 'Name',
    password: 'Password',
    go: 'Enter',
    refused: 'This name and this password do not go together.',
    tooOften: 'Too many tries. Wait a minute.',
    unreachable: 'The server does not answer. Try again in a moment.',
  },
  signOut: 'Sign out',
  language: 'Language',
  search: 'Find a machine or a group',
  allGroups: 'All groups',
  group: 'Group',
  show: 'Show',
  levels: { red: 'Needs somebody now', amber: 'Needs somebody soon', green: 'All is well' },
  noneFound: 'No machine fits.',
  empty: {
    what: 'No machine is enrolled yet.',
    todo: 'On the server: “guichet hub devices invite NAME”. On the machine: “guichet fleet enrol CODE”.',
  },
  machines: (count) => (count === 1 ? '1 machine' : `${count} machines`),
  upToDate: (ago) => `Up to date, ${ago}`,
  hubSilent: (ago) => `The server stopped answering ${ago}: what follows has aged.`,
  seen: 'Seen',
  lastSale: 'Last sale',
  noSale: 'none',
  version: 'Version',
  queue: 'Sales under way',
  disk: 'Free space',
  printers: 'Printers',
  roles: { kiosk: 'Kiosk', cashier: 'Till' },
  demo: 'Demonstration',
  serving: 'Serving somebody',
  open: 'Open',
  closed: 'Closed',
  printerStates: {
    ...ofEach(printerFaults, (fault) => printerAdvice[fault].what),
    ready: 'ready',
    'paper-low': 'roll ends soon',
    unknown: 'state unknown',
  },
  settings: {
    open: 'Settings',
    title: (name) => `Settings of ${name}`,
    target: 'For',
    machine: (name) => `this machine, ${name}`,
    wholeGroup: (name) => `the whole group ${name}`,
    note: 'A machine takes them by itself once nobody is served and its screen has been left alone for a while.',
    send: 'Send',
    close: 'Close',
    unsent: 'Nothing was sent. Check the values and try again.',
    states: {
      waiting: 'Settings under way',
      filed: 'Settings received',
      running: 'Settings up to date',
      refused: 'Settings refused',
    },
    waits: {
      sale: 'a sale is open',
      parked: 'a sale is parked',
      'under-way': 'a sale is under way',
      work: 'something is being done',
      attention: 'somebody is at the screen',
    },
    waitsFor: (why) => `waiting: ${why}`,
    inForce: 'In force:',
    openingFrom: 'Sells from',
    openingTo: 'Sells until',
    office: enOffice,
    faults: enSettingFaults,
  },
  ledger: {
    doubts: {
      shorter: 'The ledger ends before what the server has seen',
      forked: 'The ledger has other rows than those the server has seen',
      'another-key': 'The ledger is signed by a key that the server does not know',
      'another-ledger': 'This is no longer the ledger that the server knows',
    },
    todo: 'Find out why: a disk put back from a copy, a lost key, somebody’s hand. Put the right copy back, or accept below what the machine shows.',
    accept: 'Accept this ledger',
    vouch: 'Vouch for the new key',
    seen: 'Seen: the ledger fits again',
    changed: 'The machine shows something else by now. Look again.',
    last: 'Last row seen',
    told: 'The machine shows',
    key: 'key',
  },
  advice(trouble, { ago, bytes }) {
    switch (trouble.type) {
      case 'never-seen':
        return { what: 'Never seen', todo: 'Start the program on the machine.' }
      case 'silent':
        return {
          what: `Silent, seen ${ago(trouble.sinceMs)}`,
          todo: 'Check that the machine is on and its network works.',
        }
      case 'obstacle':
        return adviceOn(obstacles, trouble.obstacle, tenderNames)
      case 'staff-cases':
        return {
          what: trouble.count === 1 ? '1 sale waits for a decision' : `${trouble.count} sales wait for a decision`,
          todo: 'Open the staff screen on the machine and answer.',
        }
      case 'printer':
        return {
          what: `${trouble.name}: ${printerAdvice[trouble.fault].what}`,
          todo: `${printerAdvice[trouble.fault].todo} Another printer stands in.`,
        }
      case 'paper-low':
        return { what: `${trouble.name}: roll ends soon`, todo: 'Bring a roll.' }
      case 'settings-refused':
        return { what: `Settings not taken: ${trouble.reason}`, todo: 'Correct the settings on the server.' }
      case 'ledger-doubt':
        return { what: enFleet.ledger.doubts[trouble.doubt], todo: enFleet.ledger.todo }
      case 'disk-low':
        return { what: `${bytes(trouble.freeBytes)} left on the disk`, todo: 'Make room before opening.' }
    }
  },
}
