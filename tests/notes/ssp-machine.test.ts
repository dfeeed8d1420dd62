import { expect, test } from 'vitest'
import { events, replies } from '../../electron/notes/ssp/codes.ts'
import { isUp, newDevice, type Device, type NoteInside, type Told } from '../../electron/notes/ssp/device.ts'
import { FATE_MS, nextCommand, onLost, onReply, wishes, type Command } from '../../electron/notes/ssp/machine.ts'
import { gnf } from './note-world.ts'

const channels = gnf.map((units, index) => ({ number: index + 1, units, currency: 'GNF' }))

const running: Device = {
  ...newDevice('where-it-can', 0),
  stage: 'running',
  setup: { unitType: 0, firmware: '1.00', protocol: 8, channels },
  open: [1, 2, 3, 4, 5, 6],
  enabled: true,
  isKnown: true,
  wanted: [1, 2, 3, 4, 5, 6],
  note: { at: 'none' },
  runningMs: 0,
}

const held = (wish: 'none' | 'accept' | 'give-back', told: boolean): NoteInside => ({
  at: 'held',
  channel: 4,
  wish,
  told,
})
const moving = (accepting: boolean, told: boolean, another = false): NoteInside => ({
  at: 'moving',
  channel: 4,
  accepting,
  told,
  another,
  sinceMs: 0,
})

const places: readonly NoteInside[] = [
  { at: 'none' },
  { at: 'reading' },
  { at: 'before', another: false },
  { at: 'before', another: true },
  ...[true, false].flatMap((told) => [held('none', told), held('accept', told), held('give-back', told)]),
  ...[true, false].flatMap((told) => [moving(true, told), moving(false, told), moving(true, told, true)]),
]

const states: readonly Device[] = places.flatMap((note) =>
  [false, true].flatMap((withAck) =>
    ([null, 'unrecorded', 'recorded'] as const)
      .filter((unacked) => withAck || unacked === null)
      .flatMap((unacked) =>
        [false, true].map((onItsWay): Device => ({ ...running, note, withAck, encrypted: withAck, unacked, onItsWay })),
      ),
  ),
)

const told: readonly (readonly number[])[] = Object.entries(events).flatMap(([name, code]) =>
  ['read', 'credit', 'clearedFromFront', 'clearedIntoBox', 'fraud'].includes(name)
    ? [0, 4, 5, 200].map((channel) => [code, channel])
    : [name.startsWith('notePaid') ? [code, 0, 0, 0, 0, 0, 0, 0] : [code]],
)

const poll = (device: Device): Command => ({ name: device.withAck ? 'pollWithAck' : 'poll' })
const reply = (bytes: readonly number[]) => ({ status: replies.ok, data: Uint8Array.from(bytes) })
const money = (list: readonly Told[]): number =>
  list.filter((each) => each.type === 'stray' || ('fate' in each && each.fate.fate !== 'returned')).length

test('every event in every state leads to a next command, and no poll accepts a note that is not wanted', () => {
  expect(states.length * told.length).toBeGreaterThan(2_000)
  for (const device of states) {
    for (const bytes of told) {
      const step = onReply(device, poll(device), reply(bytes), 1)
      const { name } = nextCommand(step.device)
      const { note } = step.device
      const polls = name === 'poll' || name === 'pollWithAck'
      const isWanted = note.at === 'held' ? note.wish === 'accept' : !step.device.refuse
      expect({ bytes, device: device.note, name, isFine: !polls || isWanted }).toMatchObject({ isFine: true })
    }
  }
})

test('money is told once: what is repeated before it is acknowledged, or moved on by a power cut, is not told again', () => {
  for (const device of states) {
    for (const channel of [4, 5, 200]) {
      const first = onReply(device, poll(device), reply([events.credit, channel]), 1)
      expect(money(first.told)).toBe(device.unacked === null ? 1 : 0)
      const again = onReply(first.device, poll(device), reply([events.credit, channel]), 2)
      if (device.withAck) expect(money(again.told)).toBe(0)
      const cut = onReply(first.device, poll(device), reply([events.reset, events.clearedIntoBox, channel]), 3)
      expect(money(cut.told)).toBe(0)
    }
  }
})

test('a note that somebody waits for always has an end: an event, or time', () => {
  for (const device of states) {
    const { note } = device
    if (!('told' in note) || !note.told || (note.at === 'held' && note.wish === 'none')) continue
    let step = onReply(device, nextCommand(device), reply([]), 1)
    for (let left = 5; left > 0; left -= 1) step = onReply(step.device, nextCommand(step.device), reply([]), 2)
    const late = onReply(step.device, poll(device), reply([]), FATE_MS + 10)
    expect(late.told).toEqual([{ type: 'fate', fate: { fate: 'unknown' } }])
    expect(money(onLost(onLost(device, 1).device, FATE_MS + 10).told)).toBe(1)
  }
})

test('a note is never said to be out where another one was read since', () => {
  for (const bytes of [[events.rejected], [events.clearedFromFront, 4]]) {
    for (const note of [moving(true, true, true), { at: 'before', another: true } as const]) {
      const { told: said } = onReply({ ...running, note }, { name: 'poll' }, reply(bytes), 1)
      expect(said).toMatchObject([{ fate: { fate: 'unknown' } }])
    }
    for (const note of [moving(true, true), { at: 'before', another: false } as const]) {
      const { told: said } = onReply({ ...running, note }, { name: 'poll' }, reply(bytes), 1)
      expect(said).toMatchObject([{ fate: { fate: 'returned' } }])
    }
  }
})

test('a credit is acknowledged only once it is recorded', () => {
  const device: Device = { ...running, withAck: true, encrypted: true, note: moving(true, true) }
  const credited = onReply(device, poll(device), reply([events.credit, 4]), 1)
  expect(credited.told).toEqual([{ type: 'fate', fate: { fate: 'credited', value: 5_000 } }])
  expect(nextCommand(credited.device).name).toBe('pollWithAck')
  const repeated = onReply(credited.device, poll(device), reply([events.credit, 4]), 2)
  expect(nextCommand(repeated.device).name).toBe('pollWithAck')
  const recorded = wishes.recorded(repeated.device)
  expect(nextCommand(recorded).name).toBe('eventAck')
  const after = onReply(recorded, { name: 'eventAck' }, reply([]), 3)
  expect(nextCommand(after.device).name).toBe('pollWithAck')
  expect(after.device.unacked).toBeNull()
})

/** Goes through the greeting with a device that answers so. */
function greet(device: Device, answer: (command: Command) => number): readonly string[] {
  const said: string[] = []
  let now = device
  for (let left = 20; left > 0 && !isUp(now) && !now.troubles.unfit; left -= 1) {
    const command = nextCommand(now)
    said.push(command.name === 'protocolVersion' ? `version ${command.version}` : command.name)
    const setup = Buffer.from('0030333333474e46000001010502000064060000000000', 'hex')
    const data =
      command.name === 'setup' ? Buffer.concat([setup.subarray(0, 18), Buffer.from('474e4605000000', 'hex')]) : []
    now = onReply(now, command, { status: answer(command), data: Uint8Array.from(data) }, 1).device
  }
  return said
}

test('the greeting refuses what is inside before it polls, and goes down to the protocol that both know', () => {
  const start = { ...newDevice('where-it-can', 0), stage: 'sync' } as const
  const knows = (newest: number, encrypts: boolean) => (command: Command) => {
    if (command.name === 'protocolVersion' && command.version > newest) return replies.fail
    return command.name === 'agreeOnKeys' && !encrypts ? replies.commandNotKnown : replies.ok
  }
  expect(greet(start, knows(8, true))).toEqual([
    'sync',
    'reject',
    'version 8',
    'agreeOnKeys',
    'setup',
    'disable',
    'pollWithAck',
  ])
  expect(greet(start, knows(6, false))).toEqual([
    'sync',
    'reject',
    'version 8',
    'version 7',
    'version 6',
    'agreeOnKeys',
    'setup',
    'disable',
    'poll',
  ])
  expect(greet({ ...start, encryption: 'never' }, knows(8, true)).slice(2, 4)).toEqual(['version 8', 'setup'])
  expect(greet({ ...start, encryption: 'always' }, knows(8, false)).at(-1)).toBe('agreeOnKeys')
})
