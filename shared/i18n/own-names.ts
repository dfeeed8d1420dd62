import { everyTender, type OwnTenderNames } from '../domain/money/tender.ts'
import { ofEach } from '../domain/of-each.ts'
import type { TenderNames } from './texts.ts'

/** The usual names, and in their place those that a venue has of its own. */
export function withOwnNames(usual: TenderNames, own: OwnTenderNames): TenderNames {
  return ofEach(everyTender, (kind) => own[kind] ?? usual[kind])
}
