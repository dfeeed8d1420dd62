import type { OwnTenderNames } from '../../shared/domain/money/tender.ts'
import { withOwnNames } from '../../shared/i18n/texts.ts'
import type { Catalogue } from './fr/catalogue.ts'

/** Texts with the venue's own names of its ways to pay: what says such a name on a screen has it from here. */
export function withTenderNames(texts: Catalogue, own: OwnTenderNames): Catalogue {
  const { desk, review, paying } = texts
  const { card, cash, notes } = own
  return {
    ...texts,
    desk: {
      ...desk,
      tenders: withOwnNames(desk.tenders, own),
      commands: { ...desk.commands, ...(card !== undefined && { card }) },
    },
    review: {
      ...review,
      pay: {
        card: card === undefined ? review.pay.card : paying.with(card),
        cash: cash === undefined ? review.pay.cash : paying.with(cash),
        notes: notes === undefined ? review.pay.notes : paying.with(notes),
      },
    },
  }
}
