import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'

const section = (code: string, zone: string, x: number, rows: readonly string[]): VenuePlan['sections'][number] => ({
  code,
  name: `Secteur ${code}`,
  tribune: 'NORD',
  zone,
  gate: 'A',
  numbering: { scheme: 'consecutive', direction: 'clockwise' },
  front: { kind: 'line', from: [x, -7], to: [x + 5, -7] },
  rowDepth: 0.8,
  seatPitch: 0.5,
  aisleWidth: 1,
  rows: rows.map((label) => ({ label, blocks: [8] })),
})

/** A venue with 24 seats in two zones, so small that all kiosks compete for the same seats. */
export const smallVenue: VenuePlan = {
  format: 'guichet-venue-plan/1',
  venue: { name: 'Petit Stade', city: 'Conakry', country: 'GN' },
  field: {
    kind: 'pitch',
    outline: [
      [-5, -5],
      [5, -5],
      [5, 5],
      [-5, 5],
    ],
  },
  tribunes: [{ code: 'NORD', name: 'Tribune Nord', color: '#c81d25', label: [0, -10] }],
  zones: [
    { code: 'POP', name: 'Populaire', color: '#c81d25' },
    { code: 'VIP', name: 'Loge', color: '#1d25c8' },
  ],
  gates: [{ code: 'A', name: 'Porte A', label: 'Porte A', at: [0, -12] }],
  sections: [section('N1', 'POP', -5, ['A', 'B']), section('N2', 'VIP', 0, ['A'])],
}
