import { expect, test } from 'vitest'
import { saleToOpen } from '../../../renderer/cashier/files/use-sale-files.ts'
import type { MatchingSale } from '../../../shared/domain/sale/sale-file.ts'

const sale = (saleId: string, eventId: string, startsAt = '2026-12-05T16:00:00'): MatchingSale => ({
  saleId,
  orderId: null,
  begunUtc: '2026-11-28T10:00:00.000Z',
  state: 'done',
  eventId,
  eventTitle: 'Horoya – Hafia',
  startsAt,
  places: [],
  amount: 0,
  currency: 'GNF',
  tenders: [],
  returned: 0,
  owed: 0,
  namedTickets: [],
})

const sunday = sale('s2', '2', '2026-12-06T16:00:00')
const saturday = sale('s1', '1')

test.each<[string, readonly MatchingSale[], string, string | null, string | null]>([
  ['a seat that was sold for two events opens nothing: a person says which', [sunday, saturday], 'N1 A 5', null, null],
  ['a seat that was sold twice for one event opens the later sale', [sale('s3', '1'), saturday], 'N1 A 5', null, 's3'],
  ['what was said stays, whatever is found before it', [sunday, saturday], 'N1 A 5', 's1', 's1'],
  ['without a search the latest sale opens', [sunday, saturday], '', null, 's2'],
  ['nothing that fits opens nothing', [], 'N1 A 5', 's1', null],
])('%s', (_, found, typed, before, opened) => {
  expect(saleToOpen(found, typed, before)).toBe(opened)
})
