import type { HeldNote } from '../../electron/core/ports/devices.ts'
import { isSlip, type TenderResult } from '../../shared/domain/money/tender.ts'
import { issuedSlips, isMoneyQuestion, takenFor } from '../../shared/domain/sale/sale-base.ts'
import type { Sale, SaleEvent } from '../../shared/domain/sale/sale.ts'
import { notesAndSlips } from '../world/campaign/accountant.ts'
import { sum } from '../world/campaign/devices.ts'
import type { GroundTruth } from './ground-truth.ts'
import type { PutIn } from '../notes/put-in.ts'
import type { NoteSlot } from './note-slot.ts'

interface AtMachine {
  readonly slot: NoteSlot
  /** The note that a sale has in the device's hand: its place in the order of all. */
  readonly held: Map<string, number>
  /** Notes that are counted for a sale. */
  readonly counted: Map<number, string>
  readonly strays: (HeldNote | null)[]
}

/** Bank notes and credit slips, as ledgers acknowledged them, held against the devices' own doing: I15 and I16. */
export function watchNotes(truth: GroundTruth) {
  const machines = new Map<string, AtMachine>()
  /** Slips, and what they went into. */
  const used = new Map<string, string>()

  function use(slipId: string, into: string): void {
    const before = used.get(slipId)
    if (before !== undefined) truth.violate('I16', `slip ${slipId} went into ${before} and ${into}`)
    used.set(slipId, into)
  }

  function count(at: AtMachine, saleId: string, value: number): void {
    const heldAs = at.held.get(saleId)
    const notes = at.slot.notes()
    // Its own, or, where that one came out after all, the same that its customer put in after it.
    const place = notes.findIndex(
      (note, other) =>
        !at.counted.has(other) &&
        other >= (heldAs ?? notes.length) &&
        note.saleId === saleId &&
        note.at === 'in the box' &&
        note.value === value,
    )
    const note = heldAs === undefined ? undefined : notes[heldAs]
    if (place === -1) return truth.violate('I15', `sale ${saleId} counts ${value}, its note is ${JSON.stringify(note)}`)
    at.counted.set(place, saleId)
    at.held.delete(saleId)
  }

  function hold(at: AtMachine, saleId: string, value: number): void {
    const notes = at.slot.notes()
    const last = notes.at(-1)
    if (last?.saleId !== saleId || last.value !== value)
      truth.violate('I15', `sale ${saleId} holds ${value}, the device was given ${JSON.stringify(last)}`)
    at.held.set(saleId, notes.length - 1)
  }

  return {
    /** That machine's device. */
    watch(machine: string, slot: NoteSlot) {
      machines.set(machine, { slot, held: new Map(), counted: new Map(), strays: [] })
    },
    /** Its program is about to have a note swallowed. */
    swallows(machine: string) {
      const at = machines.get(machine)
      const last = (at?.slot.notes().length ?? 0) - 1
      if (![...(at?.held.values() ?? [])].includes(last))
        truth.violate('I15', `${machine} swallows a note that no ledger has`)
    },
    /** A ledger has just committed a step of that machine's sale. */
    recorded(machine: string, previous: Sale | null, sale: Sale, event: SaleEvent) {
      const { saleId } = sale
      for (const { provider, kind, reference } of newlyTaken(previous, sale))
        if (isSlip(kind)) use(provider?.token ?? '', reference)
      const at = machines.get(machine)
      if (!at) return
      if (event.type === 'note-held') hold(at, saleId, event.value)
      if (event.type === 'note-credited') count(at, saleId, event.value)
      if (event.type === 'note-returned') {
        const place = at.held.get(saleId) ?? -1
        const note = at.slot.notes()[place]
        if (note?.at !== 'out') truth.violate('I15', `sale ${saleId} has its note back: ${JSON.stringify(note)}`)
        at.held.delete(saleId)
      }
      const asked = previous && isMoneyQuestion(previous) ? previous.notes?.held : undefined
      if (event.type === 'staff-answered' && asked !== undefined && event.moneyMoved) count(at, saleId, asked)
    },
    /** It has just committed that a note lies in the box which no sale took. */
    strayed(machine: string, note: HeldNote | null) {
      machines.get(machine)?.strays.push(note)
    },
    /** It has just committed that the slip was paid out. */
    paidOut: (slipId: string) => use(slipId, 'the drawer'),
    /** Where the note is that this sale asks about. */
    noteOf(machine: string, saleId: string): PutIn['at'] | null {
      const at = machines.get(machine)
      const place = at?.held.get(saleId)
      return place === undefined ? null : (at?.slot.notes()[place]?.at ?? null)
    },
    /** A note lies in its box that counts for no sale, and staff were not told of. */
    hasUntold(machine: string) {
      const at = machines.get(machine)
      return at !== undefined && uncounted(at).length > at.strays.length
    },
    /** When nothing is left to be done, with every sale as it ended. */
    checkEnd(machine: string, sales: readonly Sale[], openSlips: readonly string[]) {
      const at = machines.get(machine)
      for (const sale of sales) checkSale(truth, sale, at)
      for (const slipId of openSlips)
        if (used.has(slipId)) truth.violate('I16', `slip ${slipId} is owed, and went into ${used.get(slipId)}`)
      for (const { slipId } of sales.flatMap(issuedSlips))
        if (!used.has(slipId) && !openSlips.includes(slipId))
          truth.violate('I16', `slip ${slipId} is gone, and went into nothing`)
      if (at) checkBox(truth, machine, at)
    },
  }
}

export type NotesSeen = ReturnType<typeof watchNotes>

function newlyTaken(previous: Sale | null, sale: Sale): readonly TenderResult[] {
  const known = new Set(previous ? takenFor(previous).map(({ reference }) => reference) : [])
  return takenFor(sale).filter(({ reference }) => !known.has(reference))
}

/** Each customer's notes and slips are tickets and slips: nothing of them is gone. */
function checkSale(truth: GroundTruth, sale: Sale, at: AtMachine | undefined): void {
  const all = at?.slot.notes() ?? []
  const places = [...(at?.counted ?? [])].filter(([, saleId]) => saleId === sale.saleId).map(([place]) => place)
  const putIn = sum(places.map((place) => all[place]?.value ?? 0))
  const { notes, slips, tickets, written } = notesAndSlips(sale)
  if (notes !== putIn) truth.violate('I15', `sale ${sale.saleId} has ${notes} in notes, ${putIn} were put in for it`)
  if (putIn + slips !== tickets + written)
    truth.violate(
      'I15',
      `sale ${sale.saleId} took ${putIn} in notes and ${slips} by slips: ${tickets} in tickets, ${written} in slips`,
    )
}

/** In the box, and of no sale. */
const uncounted = ({ slot, counted }: AtMachine): readonly number[] =>
  slot.notes().flatMap(({ at, value }, place) => (at === 'in the box' && !counted.has(place) ? [value] : []))

/** What lies in the box and counts for nobody is known to staff. */
function checkBox(truth: GroundTruth, machine: string, at: AtMachine): void {
  const { slot, strays } = at
  const rest = uncounted(at)
  const said = `${machine}: ${rest.join()} in the box counts for nobody, staff know of ${JSON.stringify(strays)}`
  const left = [...rest]
  for (const { value } of strays.flatMap((note) => note ?? [])) {
    const found = left.indexOf(value)
    if (found === -1) truth.violate('I15', said)
    else left.splice(found, 1)
  }
  if (strays.length > rest.length) truth.violate('I15', said)
  // A device that tells things once tells them to nobody, where it moved a note by itself.
  const untold = slot.repeats ? 0 : slot.moved()
  if (rest.length - strays.length > untold) truth.violate('I15', said)
}
