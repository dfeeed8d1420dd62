import type { HeldNote } from '../../electron/kiosk/ports/devices.ts'
import { isSlip, type TenderResult } from '../../shared/domain/money/tender.ts'
import { issuedSlips, isMoneyQuestion, takenFor } from '../../shared/domain/sale/sale-base.ts'
import type { Sale, SaleEvent } from '../../shared/domain/sale/sale.ts'
import { notesAndSlips } from '../world/campaign/accountant.ts'
import { sum } from '../world/campaign/devices.ts'
import type { GroundTruth } from './ground-truth.ts'
import type { PutIn } from '../banknotes/put-in.ts'
import type { NoteSlot } from './note-slot.ts'

interface AtMachine {
  readonly slot: NoteSlot
  /** Index of the note in escrow in the list of all notes, by sale ID. */
  readonly held: Map<string, number>
  /** Sale IDs by the index of the note that is counted for the sale. */
  readonly counted: Map<number, string>
  readonly strays: (HeldNote | null)[]
}

/** Compares banknotes and credit vouchers in the ledgers with the devices' contents (I15 and I16). */
export function watchNotes(truth: GroundTruth) {
  const machines = new Map<string, AtMachine>()
  /** Reference of the payment or payout that used each voucher. */
  const used = new Map<string, string>()

  function use(slipId: string, into: string): void {
    const before = used.get(slipId)
    if (before !== undefined) truth.violate('I16', `slip ${slipId} went into ${before} and ${into}`)
    used.set(slipId, into)
  }

  function count(at: AtMachine, saleId: string, value: number): void {
    const heldAs = at.held.get(saleId)
    const notes = at.slot.notes()
    // Finds the note in escrow for the sale or, if that note was returned, a later note of the same value.
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
    watch(machine: string, slot: NoteSlot) {
      machines.set(machine, { slot, held: new Map(), counted: new Map(), strays: [] })
    },
    swallows(machine: string) {
      const at = machines.get(machine)
      const last = (at?.slot.notes().length ?? 0) - 1
      if (![...(at?.held.values() ?? [])].includes(last))
        truth.violate('I15', `${machine} swallows a note that no ledger has`)
    },
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
    /** Records that, according to the ledger, the cashbox contains a note that belongs to no sale. */
    strayed(machine: string, note: HeldNote | null) {
      machines.get(machine)?.strays.push(note)
    },
    paidOut: (slipId: string) => use(slipId, 'the drawer'),
    /** Returns the location of the note that staff have to look for in this sale. Null if there is no such note. */
    noteOf(machine: string, saleId: string): PutIn['at'] | null {
      const at = machines.get(machine)
      const place = at?.held.get(saleId)
      return place === undefined ? null : (at?.slot.notes()[place]?.at ?? null)
    },
    /** Returns true if a note in the cashbox belongs to no sale and was not reported to staff. */
    hasUntold(machine: string) {
      const at = machines.get(machine)
      return at !== undefined && uncounted(at).length > at.strays.length
    },
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

function newlyTaken(previous: Sale | null, sale: Sale): readonly TenderResult[] {
  const known = new Set(previous ? takenFor(previous).map(({ reference }) => reference) : [])
  return takenFor(sale).filter(({ reference }) => !known.has(reference))
}

/** Checks that tickets and issued vouchers have the same value as the notes and redeemed vouchers. */
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

const uncounted = ({ slot, counted }: AtMachine): readonly number[] =>
  slot.notes().flatMap(({ at, value }, place) => (at === 'in the box' && !counted.has(place) ? [value] : []))

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
  // If a device reports events only once, a note that moved during a power cut is never reported.
  const untold = slot.repeats ? 0 : slot.moved()
  if (rest.length - strays.length > untold) truth.violate('I15', said)
}
