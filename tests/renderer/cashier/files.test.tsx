import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FoundList } from '../../../renderer/desk/files/found-list.tsx'
import { saleToOpen } from '../../../renderer/desk/files/use-sale-files.ts'
import { I18nProvider } from '../../../renderer/i18n/i18n-context.tsx'
import { createI18n } from '../../../renderer/i18n/i18n.ts'
import { languages } from '../../../shared/domain/language.ts'
import { type MatchingSale, MAX_FOUND_SALES } from '../../../shared/domain/sale/sale-file.ts'

const sale = (saleId: string, eventId: string, startsAt = '2026-12-05T16:00:00'): MatchingSale => ({
  saleId,
  orderId: null,
  begunUtc: '2026-11-28T10:00:00.000Z',
  state: 'done',
  eventId,
  eventTitle: 'Hamana – Badia',
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

test.each(languages)('a search that fills the list says that only the latest sales are shown: %s', (language) => {
  const { latestOnly } = createI18n(language).t.files
  const drawn = (count: number): string => {
    const found = Array.from({ length: count }, (_, index) => sale(`s${index}`, '1'))
    return renderToStaticMarkup(
      <I18nProvider language={language}>
        <FoundList found={found} purchases={[]} chosen={0} onChoose={() => undefined} />
      </I18nProvider>,
    )
  }
  expect(drawn(MAX_FOUND_SALES)).toContain(latestOnly(MAX_FOUND_SALES))
  expect(drawn(MAX_FOUND_SALES - 1)).not.toContain(latestOnly(MAX_FOUND_SALES))
})
