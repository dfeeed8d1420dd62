import { createSystemClock } from '../host/clock.ts'
import { openPseudoTerminal } from '../notes/serial.ts'
import { type DeviceAct, deviceActs, type NoteAct, noteActs, serveSspStandIn } from '../notes/stand-in.ts'

export { deviceActs, noteActs }

const isNoteAct = (word: string): word is NoteAct => noteActs.some((act) => act === word)
const isDeviceAct = (word: string): word is DeviceAct => deviceActs.some((act) => act === word)

/** The notes of currencies that it is used for, in whole units. */
const usualNotes: Readonly<Record<string, readonly number[]>> = {
  GNF: [500, 1_000, 2_000, 5_000, 10_000, 20_000],
  XOF: [500, 1_000, 2_000, 5_000, 10_000],
  EUR: [5, 10, 20, 50],
}

/** Below /dev, where settings look for serial ports, and where everybody may write. */
const LINK = '/dev/shm/guichet-note-device'

export interface NoteSimulatorOptions {
  readonly host: string
  /** Of the network, 0 takes any free one; left out: a serial port where there can be one. */
  readonly port?: number | undefined
  readonly currency: string
  /** In whole units; none: the usual ones. */
  readonly notes: readonly number[]
  readonly acts: readonly string[]
  /** An older device, without the encrypted layer. */
  readonly plain: boolean
}

export interface NoteSimulator {
  /** What the settings take as `notes.device`. */
  readonly address: string
  /** A note by its value, with an act behind it or not; or something that is done at the device. What came of it, in a word or two. */
  typed(line: string): string
  close(): Promise<void>
}

/** The first that is no act of a note; undefined: all are. */
export const wrongNoteAct = (acts: readonly string[]): string | undefined => acts.find((act) => !isNoteAct(act))

export async function serveNoteSimulator({
  notes,
  acts,
  plain,
  ...options
}: NoteSimulatorOptions): Promise<NoteSimulator> {
  const { currency, host, port } = options
  const known = notes.length > 0 ? notes : (usualNotes[currency] ?? usualNotes['EUR'] ?? [])
  const served = await serveSspStandIn(
    { host, port: port ?? 0 },
    {
      clock: createSystemClock(),
      currency,
      notes: known.toSorted((one, other) => one - other),
      encrypts: !plain,
      script: acts.filter(isNoteAct),
    },
  )
  const isSerial = port === undefined && process.platform !== 'win32'
  // The device has one caller at a time: the serial port's would throw out the network's.
  const terminal = isSerial ? await openPseudoTerminal(LINK, served) : null
  return {
    address: terminal ? LINK : `tcp://${served.host}:${served.port}`,
    typed(line) {
      const [word = '', act = ''] = line.trim().split(/\s+/u)
      if (isDeviceAct(word)) {
        served.device.does(word)
        return `${word}: done`
      }
      if (!/^\d+$/u.test(word) || (act !== '' && !isNoteAct(act)))
        return `a note such as ${known.at(-1)}, with ${noteActs.join(', ')} behind it; or ${deviceActs.join(', ')}`
      const isIn = served.device.insert(Number(word), isNoteAct(act) ? act : undefined)
      return `${word}: ${isIn ? 'in' : 'it takes none now, or knows no such note'}`
    },
    async close() {
      await terminal?.close()
      await served.close()
    },
  }
}
