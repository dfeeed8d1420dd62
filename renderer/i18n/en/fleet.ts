import { issues, printerAdvice, tenderNames } from '../../../shared/i18n/en/words.ts'
import { adviceOn } from '../../../shared/i18n/texts.ts'
import { printerFaults } from '../../../shared/domain/fleet/readiness.ts'
import { recordFromKeys } from '../../../shared/domain/record-from-keys.ts'
import { enOffice } from './office.ts'
import { enSettingFaults } from './problems.ts'
import type { FleetCatalogue } from '../fr/fleet.ts'

export const fleet: FleetCatalogue = {
  title: 'Machines',
  signIn: {
    title: 'Sign in',
    name: 'Name',
    password: 'Password',
    go: 'Sign in',
    refused: 'Incorrect name or password.',
    rateLimited: 'Too many attempts. Wait one minute.',
    unreachable: 'The server does not answer. Try again in a moment.',
  },
  calls: {
    title: 'Customers are waiting for staff',
    reasons: { cash: 'Cash to take', problem: 'Problem', help: 'Needs help' },
    coming: (who) => `${who} is on the way`,
    go: 'I’ll go',
    done: 'Done',
  },
  badges: {
    title: 'Valid staff badges',
    issued: (desk, time) => `issued at ${time} by ${desk}`,
    permanent: 'permanent',
    revoke: 'Revoke',
  },
  signOut: 'Sign out',
  language: 'Language',
  search: 'Find a machine or a group',
  allGroups: 'All groups',
  group: 'Group',
  show: 'Show',
  levels: { red: 'Urgent', amber: 'Needs attention', green: 'OK' },
  noneFound: 'No matching machine.',
  empty: {
    what: 'No machine is enrolled.',
    todo: 'On the server: “guichet hub devices invite NAME”. On the machine: “guichet fleet enrol CODE”.',
  },
  machines: (count) => (count === 1 ? '1 machine' : `${count} machines`),
  upToDate: (ago) => `Updated ${ago}`,
  hubSilent: (ago) => `The server stopped answering ${ago}: the data below is out of date.`,
  seen: 'Last seen',
  lastSale: 'Last sale',
  noSale: 'none',
  version: 'Version',
  queue: 'Sales in progress',
  disk: 'Free space',
  printers: 'Printers',
  roles: { kiosk: 'Kiosk', cashier: 'Desk' },
  demo: 'Demo',
  serving: 'Serving a customer',
  open: 'Open',
  closed: 'Closed',
  printerStates: {
    ...recordFromKeys(printerFaults, (fault) => printerAdvice[fault].what),
    ready: 'ready',
    'paper-low': 'roll almost empty',
    unknown: 'state unknown',
  },
  settings: {
    open: 'Settings',
    title: (name) => `Settings of ${name}`,
    target: 'For',
    machine: (name) => `this machine, ${name}`,
    wholeGroup: (name) => `the whole group ${name}`,
    note: 'Each machine applies these settings automatically when it is not serving anyone and its screen has been idle for a while.',
    send: 'Send',
    close: 'Close',
    unsent: 'Nothing was sent. Check the values and try again.',
    states: {
      waiting: 'Settings pending',
      filed: 'Settings received',
      running: 'Settings up to date',
      refused: 'Settings refused',
    },
    waits: {
      sale: 'a sale is open',
      parked: 'a sale is on hold',
      'under-way': 'a sale is in progress',
      work: 'an operation is in progress',
      attention: 'someone is using the screen',
    },
    waitsFor: (why) => `waiting: ${why}`,
    inForce: 'In force:',
    openingFrom: 'Sales from',
    openingTo: 'Sales until',
    office: enOffice,
    faults: enSettingFaults,
  },
  wallets: {
    off: (name) => `No passes for ${name}: the keys failed a check. The server prints the reason when it starts.`,
    expired: (name, date) =>
      `No passes for ${name}: the certificate expired on ${date}. Request a new one from Apple, then restart the server.`,
    expires: (name, date) =>
      `The certificate for ${name} expires on ${date}. Request a new one from Apple, then restart the server.`,
  },
  ledger: {
    doubts: {
      shorter: 'The journal ends before the last row that the server knows',
      forked: 'The journal’s rows differ from those that the server knows',
      'another-key': 'The journal is signed with a key that the server does not know',
      'another-ledger': 'This is not the journal that the server knows',
    },
    todo: 'Find the cause: a restored disk, a lost key or tampering. Restore the right copy, or accept the machine’s journal or key below.',
    accept: 'Accept this journal',
    vouch: 'Approve the new key',
    seen: 'Seen: the journal matches again',
    changed: 'The machine’s journal has changed in the meantime. Check again.',
    last: 'Last row known to the server',
    told: 'Machine’s journal',
    key: 'key',
  },
  advice(trouble, { ago, bytes }) {
    switch (trouble.type) {
      case 'never-seen':
        return { what: 'Never connected', todo: 'Start the program on the machine.' }
      case 'silent':
        return {
          what: `Offline, last seen ${ago(trouble.sinceMs)}`,
          todo: 'Check that the machine is on and connected to the network.',
        }
      case 'issue':
        return adviceOn(issues, trouble.issue, tenderNames)
      case 'staff-cases':
        return {
          what: trouble.count === 1 ? '1 decision needed' : `${trouble.count} decisions needed`,
          todo: 'Answer at the machine: on the staff screen of a kiosk, or in the office of a desk, under “Sales in progress”.',
        }
      case 'printer':
        return {
          what: `${trouble.name}: ${printerAdvice[trouble.fault].what}`,
          todo: printerAdvice[trouble.fault].todo,
        }
      case 'paper-low':
        return { what: `${trouble.name}: roll almost empty`, todo: 'Bring a roll.' }
      case 'settings-refused':
        return { what: `Settings rejected: ${trouble.reason}`, todo: 'Correct the settings on the server.' }
      case 'ledger-doubt':
        return { what: fleet.ledger.doubts[trouble.doubt], todo: fleet.ledger.todo }
      case 'disk-low':
        return { what: `${bytes(trouble.freeBytes)} left on the disk`, todo: 'Free some space before opening.' }
    }
  },
}
