import { expect, it } from 'vitest'
import type { HeldNote, NoteFate, NoteValidator } from '../../electron/core/ports/note-validator.ts'
import { createRandom, type Random } from '../simulation/random.ts'
import { createHandNotes } from '../support/note-device.ts'
import { need, pin, reviewed, type SmallKiosk, startSmallKiosk } from '../world/small-kiosk.ts'

const settings = { tenders: ['card', 'notes'] } as const
const VALUES = [1_000, 5_000, 10_000, 20_000]
/** Each costs a few restarts. */
const SEEDS = 12

/** What really lies in the box, whatever the device says of it. */
interface Box {
  readonly device: NoteValidator & { put(value: number): boolean }
  inside(): number
  /** Staff look for the note that was held last. */
  lastIsIn(): boolean
  /** The power is gone while the device has a note in its hand. */
  cut(): boolean
  powerBack(): void
}

/** A device that goes wrong in every way there is; its memory outlives the program. */
function createBox(random: Random): Box {
  const hand = createHandNotes(VALUES)
  let [inside, lastIn] = [0, false]
  let known: NoteFate = { fate: 'returned' }
  let waiting: ((fate: NoteFate) => void) | null = null

  /** Where the note goes, and what is told of it. */
  function move({ value }: HeldNote, likelyIn: boolean): NoteFate {
    lastIn = random.chance(0.15) ? !likelyIn : likelyIn
    if (lastIn) inside += value
    known = lastIn ? { fate: 'credited', value } : { fate: 'returned' }
    return random.chance(0.12) ? { fate: 'unknown' } : known
  }

  function told(note: HeldNote, likelyIn: boolean): Promise<NoteFate> {
    const fate = move(note, likelyIn)
    if (!random.chance(0.2)) return Promise.resolve(fate)
    // Nobody hears it any more.
    return new Promise((resolve) => (waiting = resolve))
  }

  return {
    device: {
      ...hand,
      put: (value) => hand.put(value),
      accept: (note) => told(note, true),
      giveBack: (note) => told(note, false),
      recall: () => Promise.resolve(random.chance(0.2) ? { fate: 'unknown' } : known),
    },
    inside: () => inside,
    lastIsIn: () => lastIn,
    cut: () => waiting !== null,
    powerBack() {
      waiting?.({ fate: 'unknown' })
      waiting = null
    },
  }
}

/** Staff answer what the machine asks, and truly. */
async function answerStaff(kiosk: SmallKiosk, box: Box): Promise<void> {
  for (const open of need(await kiosk.api.listStaffCases({ pin }))) {
    if (open.question !== 'money-moved') continue
    const answer = { type: 'money-moved', moved: box.lastIsIn() } as const
    need(await kiosk.api.settleStaffCase({ pin, saleId: open.saleId, answer }))
  }
}

const stageNow = async (kiosk: SmallKiosk) => need(await kiosk.api.getKiosk({})).sale?.stage.name

/** One customer with too few notes, too many, or none; a power cut ends the program with the note in between. */
async function visit(first: SmallKiosk, box: Box, random: Random): Promise<SmallKiosk> {
  let kiosk = first
  const { saleId } = await reviewed(kiosk, 1)
  need(await kiosk.api.pay({ saleId, tender: 'notes' }))
  for (let turn = 0; turn < 12 && kiosk.sales.find(saleId)?.state === 'paying'; turn += 1) {
    if (box.cut()) break
    if (random.chance(0.1)) need(await kiosk.api.cancelPayment({ saleId }))
    else box.device.put(random.pick(VALUES))
    for (let tick = 0; tick < 20; tick += 1) await Promise.resolve()
  }
  if (box.cut() || random.chance(0.15)) {
    const stopping = kiosk.stop()
    box.powerBack()
    await stopping
    kiosk = await kiosk.restart({ settings, notes: box.device })
  } else if (kiosk.sales.find(saleId)?.state === 'paying') need(await kiosk.api.cancelPayment({ saleId }))
  if (!box.cut()) await kiosk.sales.settled(saleId)
  await answerStaff(kiosk, box)
  await kiosk.sales.settled(saleId)
  if ((await stageNow(kiosk)) === 'review') need(await kiosk.api.abandonSale({ saleId, reason: 'idle' }))
  await kiosk.sales.settled(saleId)
  if (await stageNow(kiosk)) need(await kiosk.api.leaveSale({ saleId }))
  return kiosk
}

it.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
  'every note in the box is a ticket, a slip, or both, whatever the device does: %i',
  async (seed) => {
    const random = createRandom(seed + 1)
    const box = createBox(random)
    let kiosk = await startSmallKiosk({ settings, notes: box.device })
    for (let customer = 0; customer < 4; customer += 1) kiosk = await visit(kiosk, box, random)
    const report = kiosk.ledger.shiftReport(
      kiosk.ledger.closeShift('X', null, { monoMs: 0, bootId: 'end', wallUtc: '2026-01-01T00:00:00.000Z' }).seq,
    )
    const gnf = report?.currencies.find(({ currency }) => currency === 'GNF')
    const notes = gnf?.tenders.find(({ kind }) => kind === 'notes')
    expect(notes?.amount ?? 0).toBe(box.inside())
    const slips = kiosk.ledger.slips.open().reduce((sum, { amount }) => sum + amount, 0)
    expect((gnf?.net.amount ?? 0) + slips).toBe(box.inside())
    expect(kiosk.ledger.unfinished()).toEqual([])
  },
)
