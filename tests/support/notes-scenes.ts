import type { NotesView, SaleView } from '../../shared/kiosk-api/views.ts'
import { ok } from '../../shared/domain/result.ts'
import { calmAnswers, everyWay, kioskInfo, review, sale, threeSeats } from './fake-kiosk.ts'
import type { Scene } from './scene.ts'

const gnfNotes = [1_000, 2_000, 5_000, 10_000, 20_000]

const at = (shown: SaleView): Scene['answers'] => ({
  ...calmAnswers,
  getKiosk: ok({ ...kioskInfo, ways: everyWay, surroundings: { notes: 'right' }, sale: shown }),
})

/** At the device for notes, which is on the right. */
const inNotes = (notes: NotesView): Scene => ({
  screen: 'notes',
  answers: at({
    ...sale({ name: 'paying', tender: 'notes', phase: 'waiting', reference: 'r', due: 210_000, notes }, threeSeats),
    notesTaken: gnfNotes,
  }),
})

/** The customer stopped after some notes. */
const partlyPaid: SaleView = {
  ...sale({ ...review, tendersOffered: ['card', 'notes'], notice: { type: 'payment-cancelled' } }, threeSeats),
  taken: [{ tender: 'notes', reference: 'r', amount: 120_000, due: 120_000 }],
  notesTaken: gnfNotes,
}

export const notesScenes = {
  'notes, nothing in': inNotes({ taken: 0, missing: 210_000 }),
  'notes, some in': inNotes({ taken: 120_000, missing: 90_000 }),
  'notes, one held': inNotes({ taken: 120_000, missing: 90_000, held: 20_000 }),
  'notes, all in': inNotes({ taken: 220_000, missing: 0 }),
  'review, partly paid in notes': { screen: 'review', answers: at(partlyPaid) },
} as const satisfies Readonly<Record<string, Scene>>
