import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import type { EventDraft } from '../../electron/booking/sql/store.ts'

export function gridVenue(sections: number, rows: number, seatsInRow: number): VenuePlan {
  return {
    format: 'guichet-venue-plan/1',
    venue: { name: 'Banc d’essai', city: 'Conakry', country: 'Guinée' },
    field: {
      kind: 'pitch',
      outline: [
        [-50, -30],
        [50, -30],
        [50, 30],
      ],
    },
    tribunes: [{ code: 'T', name: 'Tribune Nord', color: '#1d4f9c', label: [0, 0] }],
    zones: [{ code: 'Z', name: 'Tribune Nord basse', color: '#1d4f9c' }],
    gates: [{ code: 'A', name: 'Porte A', label: 'Porte A, Tribune Nord, côté ville', at: [0, -90] }],
    sections: Array.from({ length: sections }, (_, index) => ({
      code: `N${index + 1}`,
      name: `Tribune Nord, secteur N${index + 1}`,
      tribune: 'T',
      zone: 'Z',
      gate: 'A',
      numbering: { scheme: 'consecutive', direction: 'clockwise' },
      front: { kind: 'line', from: [0, index * 100], to: [seatsInRow, index * 100] },
      rowDepth: 0.8,
      seatPitch: 0.5,
      aisleWidth: 1.2,
      rows: Array.from({ length: rows }, (__, row) => ({ label: String(row + 1), blocks: [seatsInRow] })),
    })),
  }
}

export function eventAt(venue: VenuePlan, soldElsewhere?: EventDraft['soldElsewhere']): EventDraft {
  return {
    venue,
    title: 'Hamana AC – Badia FC',
    category: 'football',
    description: '',
    startsAt: '2099-05-17T16:00:00',
    endsAt: '2099-05-17T18:00:00',
    homeTeam: 'Hamana AC',
    awayTeam: 'Badia FC',
    currency: 'GNF',
    prices: { Z: 50_000 },
    ...(soldElsewhere && { soldElsewhere }),
  }
}

export async function scratchFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'guichet-bench-'))
  return { path: (file: string): string => join(folder, file), remove: () => rm(folder, { recursive: true }) }
}

const terms = { holdSeconds: 480, sessionSeconds: 1_800, maxSeatsPerSession: 5_000, timeZone: 'UTC' }
export const storeDefaults = { clock: Date.now, random: randomBytes, ...terms }
