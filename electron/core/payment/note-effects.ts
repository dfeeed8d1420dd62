import { holdRemainingMs } from '../../../shared/domain/sale/sale-base.ts'
import type { SaleEffect } from '../../../shared/domain/sale/sale-effects.ts'
import type { Sale, SaleEvent } from '../../../shared/domain/sale/sale.ts'
import type { HeldNote, NoteFate } from '../ports/note-validator.ts'
import type { Ports } from '../ports/ports.ts'
import { newSlip } from './new-slip.ts'
import { HOLD_MARGIN_MS } from './tender-effects.ts'

/** So long the device stays open for the next note. */
export const NOTE_PATIENCE_MS = 90_000

type NotePorts = Pick<Ports, 'notes' | 'ledger' | 'clock' | 'ids' | 'log'>

type NoteEffect = Extract<SaleEffect, { type: `${string}-note` | `${string}-notes` }>

/** `giveUp`: the customer would rather not pay so any more, or the holds ran out. */
export async function performWithNotes(
  ports: NotePorts,
  sale: Sale,
  effect: NoteEffect,
  signals: { readonly giveUp: AbortSignal; readonly stopping: AbortSignal },
): Promise<SaleEvent> {
  switch (effect.type) {
    case 'await-note':
      return awaitNote(ports, sale, signals)
    case 'take-note':
      return takeNote(ports, sale, effect, signals.giveUp)
    case 'recall-note':
      return recallNote(ports, sale, effect)
    case 'end-notes':
      return { type: 'tender-cancelled' }
    case 'count-notes':
      return countNotes(ports, sale, effect)
  }
}

/**
 * The device is open until it holds a note, the customer would rather not (`giveUp`), nobody puts one in, or the seats would not be there
 * any more when the money is.
 */
async function awaitNote(
  { notes, ledger, clock, log }: NotePorts,
  sale: Sale,
  { giveUp, stopping }: { readonly giveUp: AbortSignal; readonly stopping: AbortSignal },
): Promise<SaleEvent> {
  if (!notes || notes.fault() || !('order' in sale)) return { type: 'tender-unavailable' }
  if (ledger.unfinished().some((other) => other.saleId !== sale.saleId && hasNoteOnItsWay(other))) {
    log.warn('notes.blocked-by-other-sale')
    return { type: 'tender-unavailable' }
  }
  const left = holdRemainingMs(sale.order.hold, clock.now()) - HOLD_MARGIN_MS
  const over = new AbortController()
  const waited = new AbortController()
  void clock
    .sleep(Math.max(0, Math.min(NOTE_PATIENCE_MS, left)), AbortSignal.any([waited.signal, stopping]))
    .then(() => over.abort())
  const taken = { currency: sale.currency, values: notes.denominations(sale.currency) }
  const next = await notes.next(taken, AbortSignal.any([over.signal, giveUp, stopping]))
  waited.abort()
  switch (next.outcome) {
    case 'held': {
      const { value, currency } = next.note
      // What is not asked for, or is written down nowhere, is not kept.
      if (!stopping.aborted && currency === sale.currency && value > 0) return { type: 'note-held', value }
      log.warn('notes.given-back', { value, currency, fate: (await notes.giveBack(next.note)).fate })
      return { type: 'tender-unavailable' }
    }
    case 'ended':
      return { type: 'tender-cancelled' }
    case 'fault':
      log.warn('notes.stopped', { fault: next.fault })
      return { type: 'tender-unavailable' }
  }
}

/** It stopped over a fault, and nothing but the device can tell of its note: the next one would be taken for it. */
const hasNoteOnItsWay = (sale: Sale): boolean => sale.state === 'paying' && sale.notes?.held !== undefined

/** In, unless the customer would rather not by now. */
async function takeNote(
  { notes }: NotePorts,
  { currency }: Sale,
  { value }: Extract<SaleEffect, { type: 'take-note' }>,
  giveUp: AbortSignal,
): Promise<SaleEvent> {
  const note: HeldNote = { value, currency }
  if (!notes) return { type: 'note-unclear' }
  return fateEvent(await (giveUp.aborted ? notes.giveBack(note) : notes.accept(note)))
}

async function recallNote(
  { notes }: NotePorts,
  { currency }: Sale,
  { value }: Extract<SaleEffect, { type: 'recall-note' }>,
): Promise<SaleEvent> {
  return notes ? fateEvent(await notes.recall({ value, currency })) : { type: 'note-unclear' }
}

function fateEvent(fate: NoteFate): SaleEvent {
  switch (fate.fate) {
    case 'credited':
      return { type: 'note-credited', value: fate.value }
    case 'returned':
      return { type: 'note-returned' }
    case 'unknown':
      return { type: 'note-unclear' }
  }
}

function countNotes(
  { ids }: Pick<Ports, 'ids'>,
  { currency }: Sale,
  { received, over }: Extract<SaleEffect, { type: 'count-notes' }>,
): SaleEvent {
  const slip = over > 0 ? { slip: newSlip(ids, over, currency) } : {}
  return { type: 'tender-approved', received, change: 0, approval: '', ...slip }
}
