import { type NoteAct, noteActs, serveSspStandIn } from '../../electron/notes/stand-in.ts'
import { type PutIn, recordNotes } from '../notes/put-in.ts'
import type { Random } from '../simulation/random.ts'
import { quickClock } from '../world/campaign/operators.ts'
import { paths, writeLine } from '../world/campaign/devices.ts'

const NOTES = [500, 1_000, 2_000, 5_000, 10_000, 20_000]
/** What a customer tries with a device that takes none. */
const TRIES = 40
const AGAIN_MS = 500

/** Beside the kiosk, on a socket of its own: it outlives every kill, and tells of everything until that is acknowledged. */
export async function openNoteDevice(random: Random, directory: string) {
  const clock = quickClock()
  const served = await serveSspStandIn({ host: '127.0.0.1', port: 0 }, { clock, currency: 'GNF', notes: NOTES })
  const { device } = served
  const record = recordNotes(device)
  /** Who stands before it; nobody once the way out is open. */
  const customers = new Set<string>()

  function insert(saleId: string): boolean {
    const act: NoteAct = random.chance(0.3) ? random.pick(noteActs) : 'accept'
    const value = random.pick(NOTES.slice(2))
    record.before()
    if (!device.insert(value, act)) return false
    record.putIn(saleId, value)
    return true
  }

  async function tryWith(saleId: string): Promise<void> {
    for (let tries = 0; tries < TRIES && customers.has(saleId) && !insert(saleId); tries++) await clock.sleep(AGAIN_MS)
    // Somebody stands by, and empties the box where that is what it waits for.
    device.does('box-in')
  }

  return {
    /** Where it is reached. */
    line: `tcp://${served.host}:${served.port}`,
    /** The screen asks for a note: its customer puts one in as soon as the device takes it. */
    wanted(saleId: string) {
      if (customers.has(saleId)) return
      customers.clear()
      customers.add(saleId)
      void tryWith(saleId).finally(() => customers.delete(saleId))
    },
    /** Its customer is gone, or pays otherwise. */
    nobody: () => customers.clear(),
    /** Staff open it and look for the note that was put in last for that sale. */
    where: (saleId: string): PutIn['at'] | null =>
      record.notes().findLast((note) => note.saleId === saleId)?.at ?? null,
    /** Its box, and whose notes lie in it, are beside the kiosk's devices. */
    async close() {
      customers.clear()
      for (const note of record.notes()) writeLine(paths(directory).notes, note)
      await served.close()
    },
  }
}

export type NoteDevice = Awaited<ReturnType<typeof openNoteDevice>>
