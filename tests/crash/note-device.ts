import { type NoteAct, noteActs, serveSspSimulator } from '../../electron/simulators/banknotes.ts'
import { type PutIn, recordNotes } from '../banknotes/put-in.ts'
import type { Random } from '../simulation/random.ts'
import { quickClock } from '../world/campaign/operators.ts'
import { paths, writeLine } from '../world/campaign/devices.ts'

const NOTES = [500, 1_000, 2_000, 5_000, 10_000, 20_000]
/** Maximum number of times that a customer tries to insert a note while the device accepts none. */
const TRIES = 40
const AGAIN_MS = 500

/** Opens a note acceptor on its own socket. It survives every kill and repeats each event until acknowledged. */
export async function openNoteDevice(random: Random, directory: string) {
  const clock = quickClock()
  const served = await serveSspSimulator({ host: '127.0.0.1', port: 0 }, { clock, currency: 'GNF', notes: NOTES })
  const { device } = served
  const record = recordNotes(device)
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
    device.does('cashbox-returned')
  }

  return {
    line: `tcp://${served.host}:${served.port}`,
    wanted(saleId: string) {
      if (customers.has(saleId)) return
      customers.clear()
      customers.add(saleId)
      void tryWith(saleId).finally(() => customers.delete(saleId))
    },
    nobody: () => customers.clear(),
    /** Returns the location of the last note inserted for a sale. Null if the sale has no note. */
    where: (saleId: string): PutIn['at'] | null =>
      record.notes().findLast((note) => note.saleId === saleId)?.at ?? null,
    async close() {
      customers.clear()
      for (const note of record.notes()) writeLine(paths(directory).notes, note)
      await served.close()
    },
  }
}

export type NoteDevice = Awaited<ReturnType<typeof openNoteDevice>>
