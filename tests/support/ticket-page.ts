import type { PageContent } from '../../electron/fleet/ticket-pages.ts'

export const PDF = '%PDF-1.7 tickets'

/** A page with one ticket. */
export const pageContent: Omit<PageContent, 'untilUtc'> = {
  language: 'fr',
  seller: 'Stade de Nongo',
  tickets: [
    {
      title: 'Hamana AC – Badia FC',
      when: 'samedi 21 novembre 2026, 20 h',
      venue: 'Stade de Nongo, Conakry',
      tribune: 'Tribune Nord',
      startsAt: '2026-11-21T20:00:00+00:00',
      color: '#0a7d3c',
      ink: '#ffffff',
      figures: [
        { label: 'Porte', value: '3' },
        { label: 'Secteur', value: 'N3' },
        { label: 'Rang', value: 'E' },
        { label: 'Place', value: '14' },
      ],
      route: ['Porte 3'],
      facts: [],
      position: 'Billet 1 / 1',
      number: 'KA-000042',
      code: 'c0de'.repeat(8),
      copyMark: '',
      specimen: '',
      qr: { size: 21, path: '0 0 7 1 re\n' },
    },
  ],
  pdf: Buffer.from(PDF).toString('base64'),
}
