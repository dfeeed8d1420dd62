import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openNoteValidator, examineNotes } from '../../electron/app/note-device.ts'
import { serveNoteSimulator, wrongNoteAct } from '../../electron/app/note-simulator.ts'
import { openTenderDrivers } from '../../electron/app/kiosk/tender-drivers.ts'
import { loadConfig } from '../../electron/config/config.ts'
import type { NoteValidator } from '../../electron/core/ports/note-validator.ts'
import { createSystemClock } from '../../electron/host/clock.ts'
import { openPseudoTerminal } from '../../electron/notes/pseudo-terminal.ts'
import { USUAL_FIXED_KEY } from '../../electron/notes/ssp/encryption.ts'
import { serveSspStandIn, type ServedSspStandIn } from '../../electron/notes/ssp/serve-stand-in.ts'
import type { SspStandInOptions } from '../../electron/notes/ssp/stand-in.ts'
import { all, gnf, note } from './note-world.ts'

const clock = createSystemClock()
const log = { info: () => undefined, warn: () => undefined }
const quiet = { ...log, error: () => undefined }
const settings = { driver: 'ssp', encryption: 'where-it-can', currency: 'GNF', fixedKey: USUAL_FIXED_KEY } as const

async function served(
  options: Partial<SspStandInOptions> = {},
): Promise<ServedSspStandIn & { readonly address: string }> {
  const place = await serveSspStandIn(
    { host: '127.0.0.1', port: 0 },
    { clock, currency: 'GNF', notes: gnf, ...options },
  )
  onTestFinished(() => place.close())
  return { ...place, address: `tcp://${place.host}:${place.port}` }
}

async function validatorAt(device: string): Promise<NoteValidator> {
  const validator = await openNoteValidator({ ...settings, device }, { clock, log })
  onTestFinished(() => validator.close())
  return validator
}

const isThere = (validator: NoteValidator): Promise<unknown> =>
  vi.waitUntil(() => validator.fault() === null, { timeout: 60_000, interval: 20 })

/** Puts a note in, takes it, and pulls the cable or not. */
async function takeOne(validator: NoteValidator, place: ServedSspStandIn, units: number): Promise<void> {
  const next = validator.next(all, new AbortController().signal)
  await vi.waitUntil(() => place.device.insert(units), { timeout: 60_000, interval: 20 })
  expect(await next).toEqual({ outcome: 'held', note: note(units) })
  expect(await validator.accept(note(units))).toEqual({ fate: 'credited', value: units })
  await validator.recorded(note(units))
}

test.each([true, false])('takes notes over a socket (encrypted: %s)', async (encrypts) => {
  const place = await served({ encrypts })
  const validator = await validatorAt(place.address)
  await isThere(validator)
  await takeOne(validator, place, 20_000)
  await takeOne(validator, place, 500)
  expect(place.device.box).toEqual([20_000, 500])
})

test('goes away with its cable, and comes back by itself', async () => {
  const place = await served()
  const validator = await validatorAt(place.address)
  await isThere(validator)
  let changes = 0
  validator.onChange(() => {
    changes += 1
  })
  place.device.does('unplug')
  await vi.waitUntil(() => validator.fault() === 'not-there', { timeout: 60_000, interval: 20 })
  await isThere(validator)
  expect(changes).toBeGreaterThan(1)
  await takeOne(validator, place, 1_000)
})

const hasSocat = spawnSync('socat', ['-V']).status === 0

test.skipIf(!hasSocat || process.platform === 'win32')('takes notes over a serial port', async () => {
  const place = await served()
  const directory = mkdtempSync(join(tmpdir(), 'note-device-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const path = join(directory, 'tty')
  const terminal = await openPseudoTerminal(path, place)
  if (!terminal) throw new Error('socat made no serial port')
  onTestFinished(() => terminal.close())
  const validator = await validatorAt(path)
  await isThere(validator)
  await takeOne(validator, place, 5_000)
  // Its cable: the port goes, and is there again.
  place.device.does('unplug')
  await vi.waitUntil(() => validator.fault() === 'not-there', { timeout: 60_000, interval: 20 })
  await isThere(validator)
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
  place.device.does('box-out')
  expect(await outcomes(place.address)).toEqual([expect.stringMatching(/^box: The cash box is not in place/u)])
  expect(await outcomes('/dev/there-is-none')).toEqual([expect.stringMatching(/^port: .*ENOENT/u)])
})

test('the simulator takes notes and acts that are typed, and says what came of them', async () => {
  const simulator = await serveNoteSimulator({
    host: '127.0.0.1',
    port: 0,
    currency: 'GNF',
    notes: [],
    acts: ['jam'],
    plain: true,
  })
  onTestFinished(() => simulator.close())
  expect(simulator.typed('20000')).toBe('20000: it takes none now, or knows no such note')
  expect(simulator.typed('box-out')).toBe('box-out: done')
  expect(simulator.typed('much')).toMatch(/^a note such as 20000, with accept, .*; or box-out, /u)
  const validator = await validatorAt(simulator.address)
  await vi.waitUntil(() => validator.fault() === 'box-out', { timeout: 60_000, interval: 20 })
  expect(simulator.typed('box-in')).toBe('box-in: done')
  await isThere(validator)
  const next = validator.next(all, new AbortController().signal)
  await vi.waitUntil(() => simulator.typed('20000') === '20000: in', { timeout: 60_000, interval: 20 })
  expect(await next).toEqual({ outcome: 'held', note: note(20_000) })
  expect(await validator.giveBack(note(20_000))).toEqual({ fate: 'returned' })
  expect([wrongNoteAct(['jam', 'swallow']), wrongNoteAct(['fraud'])]).toEqual(['swallow', undefined])
})

test('a live kiosk whose settings name a note device takes notes by it, and lets go of it at its end', async () => {
  const place = await served()
  const directory = mkdtempSync(join(tmpdir(), 'note-kiosk-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'config.json')
  const drivers = async (also: object) => {
    writeFileSync(file, JSON.stringify({ notes: { driver: 'ssp', device: place.address }, ...also }))
    const config = loadConfig({ dataDirectory: directory })
    if (!config.ok) throw new Error(config.error.lines.join('\n'))
    return {
      config: config.value,
      ...(await openTenderDrivers({ config: config.value, directory, clock, log: quiet })),
    }
  }
  const partner = { baseUrl: 'https://tickets.example.org', partnerCode: 'nongo' }
  const { config, notes, close } = await drivers({ mode: 'live', partner })
  expect(config.tenders).toContain('notes')
  expect(notes?.name).toBe('ssp')
  if (notes) await isThere(notes)
  await close()
  expect(notes?.fault()).toBe('not-there')
  // Nothing of the demo takes a real note.
  const demo = await drivers({})
  expect(demo.notes?.name).toBe('simulated')
  await demo.close()
  const desk = await drivers({ role: 'cashier' })
  expect([desk.config.tenders.includes('notes'), desk.notes]).toEqual([false, undefined])
  await desk.close()
})
