import { expect, test } from 'vitest'
import { faultOfPages } from '../../electron/printing/self-check.ts'
import { shareOf } from '../support/share.ts'
import { renderTickets, sampleTicket } from './ticket-samples.ts'

/** As long as texts of a partner are read (shared/partner-api/reading.ts). */
function longestTicket(unit: string) {
  const of = (length: number): string => unit.repeat(length).slice(0, length)
  return sampleTicket({
    eventTitle: of(200),
    startsAt: of(64),
    venue: { name: of(200), city: of(100), country: of(100) },
    zoneName: of(100),
    ticketNumber: of(100),
    ticketReference: of(100),
    place: {
      seatCode: of(100),
      sector: of(100),
      row: of(100),
      seatNumber: Number.MAX_SAFE_INTEGER,
      gate: { code: of(100), name: of(100), label: of(200) },
      tribune: { code: of(100), name: of(100), color: '#1d4f9c' },
      route: Array.from({ length: 12 }, () => of(100)),
      disputeCode: of(100),
    },
  })
}

const longest = shareOf(
  'longest texts',
  (['a4', 'a6', '210x74', '140x60', 'roll-80', 'roll-58', '74x105'] as const).flatMap((paper) =>
    ['W', 'Été ', '- ', 'ملعب', '\u0301'].map((unit) => ({ paper, unit })),
  ),
  7,
)

test.each(longest.cases)(
  `a ticket on $paper all of whose texts are as long as can be, of $unit (${longest.said})`,
  async ({ paper, unit }) => {
    const ticket = longestTicket(unit)
    const document = await renderTickets([ticket], { paper, language: 'fr' })
    expect(await faultOfPages(document, [ticket.qrCode])).toBeNull()
  },
)
