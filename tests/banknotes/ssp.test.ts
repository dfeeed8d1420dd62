import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { NoteOutcome, NoteValidator } from '../../electron/kiosk/ports/devices.ts'
import { all, createNoteWorld, gnf, note, type NoteWorld } from './note-world.ts'
import { examineNotes, openNoteValidator, openTenderDrivers } from '../../electron/app/payment-devices.ts'
import { serveNoteSimulator, wrongNoteAct } from '../../electron/app/simulators.ts'
import { loadConfig } from '../../electron/config/config.ts'
import { createSystemClock } from '../../electron/host/system.ts'
import { fastClock } from '../support/clocks.ts'
import { openPseudoTerminal } from '../../electron/banknotes/byte-stream.ts'
import { USUAL_FIXED_KEY } from '../../electron/banknotes/framing.ts'
import {
  type ServedSspSimulator,
  serveSspSimulator,
  type SspSimulatorOptions,
} from '../../electron/simulators/banknotes.ts'
import { events, replies } from '../../electron/banknotes/codes.ts'
import { type Device, isUp, newDevice, type NoteInside, type DeviceReport } from '../../electron/banknotes/device.ts'
import {
  type Command,
  NOTE_OUTCOME_TIMEOUT_MS,
  nextCommand,
  onLost,
  onReply,
  wishes,
} from '../../electron/banknotes/machine.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { need } from '../world/kiosk-fixture.ts'

const open = (): AbortSignal => new AbortController().signal

async function started(options: Parameters<typeof createNoteWorld>[0] = {}) {
  const world = createNoteWorld(options)
  const life = { isOver: false }
  const validator = world.start(life)
  await world.ready(validator)
  /** Restarts the program: ends its connection to the device and starts a new one. */
  const again = (): NoteValidator => {
    life.isOver = true
    world.cable.disconnect()
    return world.start()
  }
  return { world, validator, again }
}

async function take(world: NoteWorld, validator: NoteValidator, units: number): Promise<NoteOutcome> {
  const next = validator.next(all, open())
  await world.putIn(units)
  const held = await world.until(next)
  if (held.outcome !== 'held') throw new Error(held.outcome)
  const fate = await world.until(validator.accept(held.note))
  if (fate.fate === 'credited') void validator.recorded(held.note)
  return fate
}

test.each([true, false])('takes one note after the other, each credited once (encrypted: %s)', async (encrypts) => {
  const world = createNoteWorld({ encrypts })
  const validator = world.start()
  expect(validator.fault()).toBe('not-there')
  await world.ready(validator)
  expect(validator.fault()).toBeNull()
  expect(validator.denominations('GNF')).toEqual(gnf)
  for (const units of [20_000, 5_000, 20_000])
    expect(await take(world, validator, units)).toEqual({ fate: 'credited', value: units })
  expect(world.device.box).toEqual([20_000, 5_000, 20_000])
  await world.until(validator.close())
})

test('holds a note as long as it is told nothing, and gives it back when told', async () => {
  const { world, validator } = await started()
  const next = validator.next(all, open())
  await world.putIn(10_000)
  const held = await world.until(next)
  expect(held).toEqual({ outcome: 'held', note: note(10_000) })
  await world.run(60_000)
  expect([world.device.box, world.device.given]).toEqual([[], []])
  expect(await world.until(validator.giveBack(note(10_000)))).toEqual({ fate: 'returned' })
  expect(world.device.given).toEqual([10_000])
})

test.each([
  ['cut-returned', { fate: 'returned' }],
  ['cut-stacked', { fate: 'credited', value: 5_000 }],
  ['cut-unknown', { fate: 'unknown' }],
] as const)('after a stop and a power cut (%s) the note of before is %j', async (act, expected) => {
  const { world, validator, again } = await started()
  void validator.next(all, open())
  await world.putIn(5_000, act)
  // The device fails at the first hold command. The driver has not returned the note to any caller, but a ledger may
  // already have recorded it.
  await world.run(1_000)
  const after = again()
  expect(await world.until(after.recall(note(5_000)))).toEqual(expected)
  if (expected.fate !== 'returned') void after.recorded(note(5_000))
  await world.ready(after)
  expect(await take(world, after, 20_000)).toEqual({ fate: 'credited', value: 20_000 })
})

test('a stop while a note is held gives it back, and the next start says so', async () => {
  const { world, validator, again } = await started()
  const next = validator.next(all, open())
  await world.putIn(5_000)
  await world.until(next)
  const after = again()
  expect(await world.until(after.recall(note(5_000)))).toEqual({ fate: 'returned' })
  expect([world.device.given, world.device.box]).toEqual([[5_000], []])
})

test('a note that went in as the program was stopped goes back: the next sale does not get it', async () => {
  const { world, validator, again } = await started()
  await take(world, validator, 5_000)
  void validator.next(all, open())
  await world.putIn(2_000)
  const after = again()
  void after.recorded(note(5_000))
  await world.ready(after)
  const ending = new AbortController()
  const next = after.next(all, ending.signal)
  await world.run(20_000)
  expect([world.device.given, world.device.box]).toEqual([[2_000], [5_000]])
  ending.abort()
  expect(await world.until(next)).toEqual({ outcome: 'ended' })
})

test('money that nobody waits for is told as stray, once', async () => {
  const world = createNoteWorld()
  const validator = world.start()
  const strays: unknown[] = []
  validator.onStray((stray) => {
    strays.push(stray)
    void validator.recorded(stray)
  })
  await world.ready(validator)
  void validator.next(all, open())
  await world.putIn(5_000, 'cut-stacked')
  await world.run(30_000)
  expect(strays).toEqual([note(5_000)])
})

test('takes only the notes that are wanted, and none once it has ended', async () => {
  const { world, validator } = await started()
  const ending = new AbortController()
  const next = validator.next({ currency: 'GNF', values: [20_000] }, ending.signal)
  await world.putIn(500)
  await world.run(3_000)
  expect(world.device.given).toEqual([500])
  ending.abort()
  expect(await world.until(next)).toEqual({ outcome: 'ended' })
  expect(world.device.insert(20_000)).toBe(false)
})

test.each([
  ['cashbox-removed', 'cashbox-removed'],
  ['full', 'cashbox-full'],
  ['jam', 'jammed'],
  ['fraud', 'fraud-attempt'],
] as const)('%s at the device ends the wait for a note: %s', async (act, fault) => {
  const { world, validator } = await started()
  const next = validator.next(all, open())
  await world.run(2_000)
  world.device.does(act)
  expect(await world.until(next)).toEqual({ outcome: 'fault', fault })
  expect(validator.fault()).toBe(fault)
  world.device.does('cashbox-returned')
  await world.run(40_000)
  expect(validator.fault()).toBeNull()
})

const clock = createSystemClock()

const log = { info: () => undefined, warn: () => undefined }

const quiet = { ...log, error: () => undefined }

const settings = { driver: 'ssp', encryption: 'where-it-can', currency: 'GNF', fixedKey: USUAL_FIXED_KEY } as const

async function served(
  options: Partial<SspSimulatorOptions> = {},
): Promise<ServedSspSimulator & { readonly address: string }> {
  const device = { clock: fastClock, currency: 'GNF', notes: gnf, ...options } as const
  const place = await serveSspSimulator({ host: '127.0.0.1', port: 0 }, device)
  onTestFinished(() => place.close())
  return { ...place, address: `tcp://${place.host}:${place.port}` }
}

async function validatorAt(device: string): Promise<NoteValidator> {
  const validator = await openNoteValidator({ ...settings, device }, { clock: fastClock, log })
  onTestFinished(() => validator.close())
  return validator
}

const isThere = (validator: NoteValidator): Promise<unknown> =>
  vi.waitUntil(() => validator.fault() === null, { timeout: 60_000, interval: 20 })

async function unplug(validator: NoteValidator, { device }: ServedSspSimulator): Promise<void> {
  const faults: unknown[] = []
  const forget = validator.onChange(() => faults.push(validator.fault()))
  device.does('unplug')
  await expect.poll(() => faults).toContain('not-there')
  await expect.poll(() => faults.at(-1)).toBeNull()
  forget()
}

async function takeOne(validator: NoteValidator, place: ServedSspSimulator, units: number): Promise<void> {
  const next = validator.next(all, new AbortController().signal)
  await vi.waitUntil(() => place.device.insert(units), { timeout: 60_000, interval: 20 })
  expect(await next).toEqual({ outcome: 'held', note: note(units) })
  expect(await validator.accept(note(units))).toEqual({ fate: 'credited', value: units })
  await validator.recorded(note(units))
}

test.each([true, false])(
  'takes notes over a socket, also after its cable was out (encrypted: %s)',
  async (encrypts) => {
    const place = await served({ encrypts })
    const validator = await validatorAt(place.address)
    await isThere(validator)
    await takeOne(validator, place, 20_000)
    await unplug(validator, place)
    await takeOne(validator, place, 500)
    expect(place.device.box).toEqual([20_000, 500])
  },
)

const hasSocat = spawnSync('socat', ['-V']).status === 0

test.skipIf(!hasSocat || process.platform === 'win32')('takes notes over a serial port', async () => {
  const place = await served()
  const path = join(temporaryFolder(), 'tty')
  const terminal = await openPseudoTerminal(path, place)
  if (!terminal) throw new Error('socat made no serial port')
  onTestFinished(() => terminal.close())
  const validator = await validatorAt(path)
  await isThere(validator)
  await takeOne(validator, place, 5_000)
  await unplug(validator, place)
  await takeOne(validator, place, 2_000)
  expect(place.device.box).toEqual([5_000, 2_000])
  await validator.close()
  const { steps } = await examineNotes({ ...settings, device: path }, 'en')
  expect(steps.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok'])
})

test('the doctor says what is wrong, step by step', async () => {
  const outcomes = async (device: string, also: object = {}): Promise<readonly string[]> => {
    const { steps } = await examineNotes({ ...settings, device, ...also }, 'en')
    return steps
      .filter(({ outcome }) => outcome !== 'ok' && outcome !== 'skipped')
      .map(({ step, text }) => `${step}: ${text}`)
  }
  const plain = await served({ encrypts: false })
  expect(await outcomes(plain.address)).toEqual([
    expect.stringMatching(/^encryption: The connection is not encrypted/u),
  ])
  expect(await outcomes(plain.address, { encryption: 'always' })).toEqual([
    expect.stringMatching(/^device: .*does not accept banknotes/u),
  ])
  const place = await served()
  expect(await outcomes(place.address, { currency: 'XOF' })).toEqual([
    'currency: The reader recognises banknotes in GNF, but not in XOF. Ask the manufacturer for the XOF dataset.',
  ])
  place.device.does('cashbox-removed')
  expect(await outcomes(place.address)).toEqual([expect.stringMatching(/^box: The cash box is not in place/u)])
  expect(await outcomes('/dev/there-is-none')).toEqual([expect.stringMatching(/^port: .*ENOENT/u)])
})

test('the simulator takes notes and acts that are typed, and says what came of them', async () => {
  const options = { currency: 'GNF', notes: [], acts: ['jam'], plain: true } as const
  const simulator = await serveNoteSimulator({ host: '127.0.0.1', port: 0, ...options })
  onTestFinished(() => simulator.close())
  expect(simulator.typed('20000')).toBe('20000: it takes none now, or knows no such note')
  expect(simulator.typed('cashbox-removed')).toBe('cashbox-removed: done')
  expect(simulator.typed('much')).toMatch(/^a note such as 20000, with accept, .*; or cashbox-removed, /u)
  const validator = await validatorAt(simulator.address)
  await vi.waitUntil(() => validator.fault() === 'cashbox-removed', { timeout: 60_000, interval: 20 })
  expect(simulator.typed('cashbox-returned')).toBe('cashbox-returned: done')
  await isThere(validator)
  const next = validator.next(all, new AbortController().signal)
  await vi.waitUntil(() => simulator.typed('20000') === '20000: in', { timeout: 60_000, interval: 20 })
  expect(await next).toEqual({ outcome: 'held', note: note(20_000) })
  expect(await validator.giveBack(note(20_000))).toEqual({ fate: 'returned' })
  expect([wrongNoteAct(['jam', 'swallow']), wrongNoteAct(['fraud'])]).toEqual(['swallow', undefined])
})

test('a live kiosk whose settings name a note device takes notes by it, and lets go of it at its end', async () => {
  const place = await served()
  const directory = temporaryFolder()
  const file = join(directory, 'config.json')
  const drivers = async (also: object) => {
    writeFileSync(file, JSON.stringify({ notes: { driver: 'ssp', device: place.address }, ...also }))
    const config = need(loadConfig({ dataDirectory: directory }))
    return { config, ...(await openTenderDrivers({ config, directory, clock, log: quiet })) }
  }
  const partner = { baseUrl: 'https://tickets.example.org', partnerCode: 'nongo' }
  const { config, notes, close } = await drivers({ mode: 'live', partner })
  expect(config.tenders).toContain('notes')
  expect(notes?.name).toBe('ssp')
  if (notes) await isThere(notes)
  await close()
  expect(notes?.fault()).toBe('not-there')
  const demo = await drivers({})
  expect(demo.notes?.name).toBe('simulated')
  await demo.close()
  const desk = await drivers({ role: 'cashier' })
  expect([desk.config.tenders.includes('notes'), desk.notes]).toEqual([false, undefined])
  await desk.close()
})

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

const held = (wish: 'none' | 'accept' | 'give-back', told: boolean) => ({ at: 'held', channel: 4, wish, told }) as const

const moving = (accepting: boolean, told: boolean, another = false) =>
  ({ at: 'moving', channel: 4, accepting, told, another, sinceMs: 0 }) as const

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

const money = (list: readonly DeviceReport[]): number =>
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
    const late = onReply(step.device, poll(device), reply([]), NOTE_OUTCOME_TIMEOUT_MS + 10)
    expect(late.told).toEqual([{ type: 'fate', fate: { fate: 'unknown' } }])
    expect(money(onLost(onLost(device, 1).device, NOTE_OUTCOME_TIMEOUT_MS + 10).told)).toBe(1)
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

/** Connects to a device that sends the replies of `answer`. Returns the commands sent to it. */
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
  const greeted = ['sync', 'reject', 'version 8', 'agreeOnKeys', 'setup', 'disable', 'pollWithAck']
  expect(greet(start, knows(8, true))).toEqual(greeted)
  const older = ['version 8', 'version 7', 'version 6', 'agreeOnKeys', 'setup', 'disable', 'poll']
  expect(greet(start, knows(6, false))).toEqual(['sync', 'reject', ...older])
  expect(greet({ ...start, encryption: 'never' }, knows(8, true)).slice(2, 4)).toEqual(['version 8', 'setup'])
  expect(greet({ ...start, encryption: 'always' }, knows(8, false)).at(-1)).toBe('agreeOnKeys')
})
