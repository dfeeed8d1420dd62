import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSystemClock } from '../../electron/host/system.ts'
import { createHeadphoneJack } from '../../electron/host/headphone-jack.ts'
import { temporaryFolder } from '../shells/shell.ts'

const SWITCH = 5
const [LID, HEADPHONES] = [0, 2]

/** Encodes an input event as Linux does: two words of time, then type, code and value. */
function told(type: number, code: number, value: number): Buffer {
  const event = Buffer.alloc(24)
  event.writeUInt16LE(type, 16)
  event.writeUInt16LE(code, 18)
  event.writeInt32LE(value, 20)
  return event
}

const plug = (value: number): Buffer => Buffer.concat([told(SWITCH, HEADPHONES, value), told(0, 0, 0)])

/** Creates the files of a computer with input `devices` and their switches. Events arrive through pipes. */
function machine(devices: Readonly<Record<string, string>>) {
  const places = { names: join(temporaryFolder(), 'class'), devices: temporaryFolder() }
  const ends = Object.entries(devices).map(([name, switches]) => {
    mkdirSync(join(places.names, name, 'device/capabilities'), { recursive: true })
    writeFileSync(join(places.names, name, 'device/capabilities/sw'), `${switches}\n`)
    execFileSync('mkfifo', [join(places.devices, name)])
    return [name, openSync(join(places.devices, name), constants.O_RDWR)] as const
  })
  const stopping = new AbortController()
  onTestFinished(() => {
    stopping.abort()
    ends.forEach(([, end]) => closeSync(end))
  })
  const heard: boolean[] = []
  const warnings: unknown[] = []
  const log = { info: () => undefined, warn: (...told: unknown[]) => void warnings.push(told), error: () => undefined }
  const tell = (name: string, event: Buffer): void => void writeSync(new Map(ends).get(name) ?? -1, event)
  createHeadphoneJack(createSystemClock(), log, places).watch((plugged) => heard.push(plugged), stopping.signal)
  return { heard, warnings, tell, places }
}

test('a plug that goes in and comes out is told, and told once where there are two jacks', async () => {
  const { heard, tell } = machine({ event3: '4', event12: '14', event4: '1', mouse0: '0' })
  tell('event4', told(SWITCH, LID, 1))
  tell('event3', told(SWITCH, LID, 1))
  tell('event3', plug(1))
  await expect.poll(() => heard).toEqual([true])
  tell('event12', plug(1))
  tell('event3', plug(0))
  tell('event12', plug(0))
  await expect.poll(() => heard).toEqual([true, false])
})

test('a jack that may not be read is said in the log, once, and the others tell', async () => {
  const { heard, warnings, tell, places } = machine({ event3: '4' })
  mkdirSync(join(places.names, 'event9', 'device/capabilities'), { recursive: true })
  writeFileSync(join(places.names, 'event9', 'device/capabilities/sw'), '4\n')
  tell('event3', plug(1))
  await expect.poll(() => heard).toEqual([true])
  await expect.poll(() => warnings).toEqual([[expect.any(String), { name: 'event9', why: 'ENOENT' }]])
})
