import { constants } from 'node:fs'
import { type FileHandle, open, opendir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HeadphoneJack } from '../kiosk/ports/devices.ts'
import type { Clock, Log } from '../kiosk/ports/ports.ts'
import { codeOf } from '../../shared/errors.ts'

/** Polling interval in milliseconds, and maximum delay until a plug is detected. */
const LOOK_MS = 250
/** Number of polls between searches for newly connected sound devices. */
const SEARCH_EVERY = 20

/** Size of `struct input_event` on 64-bit Linux (linux/input.h): time, followed by type, code and value. */
const EVENT_BYTES = 24
const [TYPE_AT, CODE_AT, VALUE_AT] = [16, 18, 20]
const EV_SW = 5
const SW_HEADPHONE_INSERT = 2
const MAX_EVENTS = 64

interface InputDevices {
  /** Linux folder that lists the input devices and their capabilities; `devices`: folder of the device files. */
  readonly names: string
  readonly devices: string
}

const system: InputDevices = { names: '/sys/class/input', devices: '/dev/input' }

/** Reports headphones in jacks that Linux detects by a switch (evdev); reports nothing without a readable jack. */
export function createHeadphoneJack(clock: Clock, log: Log, places: InputDevices = system): HeadphoneJack {
  return { watch: (onChange, stopping) => void keepLooking(clock, log, places, onChange, stopping) }
}

async function keepLooking(
  clock: Clock,
  log: Log,
  places: InputDevices,
  onChange: (plugged: boolean) => void,
  stopping: AbortSignal,
): Promise<void> {
  const jacks = new Map<string, FileHandle>()
  const refused = new Set<string>()
  const plugged = new Set<string>()
  const tell = (name: string, now: boolean): void => {
    const before = plugged.size > 0
    if (now) plugged.add(name)
    else plugged.delete(name)
    if (plugged.size > 0 !== before) onChange(!before)
  }
  for (let round = 0; !stopping.aborted; round++) {
    if (round % SEARCH_EVERY === 0)
      for (const name of await jacksAt(places)) {
        if (jacks.has(name) || refused.has(name)) continue
        const opened = await openJack(join(places.devices, name))
        if (typeof opened !== 'string') jacks.set(name, opened)
        else {
          refused.add(name)
          log.warn('headphones.detection-failed', { name, why: opened })
        }
      }
    for (const [name, jack] of jacks) {
      const now = await lastState(jack)
      if (typeof now === 'boolean') tell(name, now)
      if (now !== 'gone') continue
      jacks.delete(name)
      await jack.close().catch(() => undefined)
      tell(name, false)
    }
    await clock.sleep(LOOK_MS, stopping)
  }
  for (const jack of jacks.values()) await jack.close().catch(() => undefined)
}

async function jacksAt({ names }: InputDevices): Promise<readonly string[]> {
  const jacks: string[] = []
  const folder = await opendir(names).catch(() => [])
  for await (const { name } of folder) {
    if (!/^event\d+$/u.test(name)) continue
    const switches = await readFile(join(names, name, 'device/capabilities/sw'), 'utf8').catch(() => '0')
    if (isSet(switches, SW_HEADPHONE_INSERT)) jacks.push(name)
  }
  return jacks
}

/** Linux writes bits as hexadecimal words, the lowest word last. */
function isSet(words: string, bit: number): boolean {
  const lowest = words.trim().split(' ').at(-1) ?? ''
  return /^[0-9a-f]+$/u.test(lowest) && ((BigInt(`0x${lowest}`) >> BigInt(bit)) & 1n) === 1n
}

/** Opens a jack without blocking: a read without data returns at once. */
async function openJack(path: string): Promise<FileHandle | string> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    return codeOf(error) || 'unreadable'
  }
}

/**
 * Returns the latest state of the switch reported since the previous call; null without an event, `gone` if unreadable.
 */
async function lastState(jack: FileHandle): Promise<boolean | 'gone' | null> {
  try {
    const { buffer, bytesRead } = await jack.read(Buffer.alloc(EVENT_BYTES * MAX_EVENTS), 0, undefined, null)
    let state: boolean | null = null
    for (let at = 0; at + EVENT_BYTES <= bytesRead; at += EVENT_BYTES)
      if (buffer.readUInt16LE(at + TYPE_AT) === EV_SW && buffer.readUInt16LE(at + CODE_AT) === SW_HEADPHONE_INSERT)
        state = buffer.readInt32LE(at + VALUE_AT) !== 0
    return state
  } catch (error) {
    return codeOf(error) === 'EAGAIN' ? null : 'gone'
  }
}
