import { seatNotes } from '../../../shared/i18n/pt/words.ts'
import type { SeatMapTexts } from '../fr/seat-map.ts'

const figure = new Intl.NumberFormat('pt-PT', { useGrouping: 'always' })
const grouped = (count: number): string => figure.format(count).replace(/\s/gu, '\u00a0')
const seats = (count: number): string => (count === 1 ? '1 lugar' : `${count} lugares`)

export const ptSeatMap: SeatMapTexts = {
  venueMap: 'Planta de todos os setores',
  sectionMap: (section) => `Planta do setor ${section}, lugar a lugar`,
  venueKeys: 'As setas mudam de setor, Enter abre-o.',
  sectionKeys: 'As setas mudam de lugar, Enter escolhe-o, Esc volta a todos os setores.',
  wholeVenue: 'Todos os setores',
  zoomIn: 'Aumentar',
  zoomOut: 'Diminuir',
  wholeSection: 'Todo o setor',
  field: { pitch: 'Relvado', stage: 'Palco' },
  from: (price) => `desde ${price}`,
  count: grouped,
  seatsLeft: (count) => (count === 1 ? '1 livre' : `${grouped(count)} livres`),
  soldOut: 'Esgotado',
  section: (code) => `Setor ${code}`,
  row: (label) => `Fila ${label}`,
  seat: (number) => `Lugar ${number}`,
  looks: {
    available: 'Livre',
    selected: 'A sua escolha',
    held: 'A ser comprado',
    sold: 'Vendido',
    blocked: 'Não se vende aqui',
  },
  accessible: 'Cadeira de rodas',
  notes: seatNotes,
  kept: 'guardado para cadeira de rodas',
  keptSeat: 'Este lugar está guardado para uma cadeira de rodas e o seu acompanhante.',
  onlyPlaces: 'Escolha um lugar para cadeira de rodas: o do acompanhante fica ao lado.',
  spokenSection: ({ code, zone, price, remaining, gate }) =>
    [
      `Setor ${code}`,
      zone,
      remaining > 0 ? `${price}, ${seats(remaining)} ${remaining === 1 ? 'livre' : 'livres'}` : 'esgotado',
      gate,
    ]
      .filter((part) => part !== '')
      .join(', '),
  spokenSeat: ({ row, number, look, price, gate, accessible, note }) =>
    [
      `Fila ${row}, lugar ${number}`,
      {
        available: price,
        selected: 'escolhido',
        held: 'a ser comprado',
        sold: 'vendido',
        blocked: 'não se vende aqui',
      }[look],
      accessible ? 'para cadeira de rodas' : '',
      gate,
      note,
    ]
      .filter((part) => part !== '')
      .join(', '),
  spokenSelection: (count, wanted) => `${seats(count)} de ${wanted}`,
  seatTaken: 'Este lugar não está livre.',
  limitReached: (most) => `Já tem ${seats(most)}: retire um primeiro.`,
  tooShort: (count) => `Menos de ${count} juntos`,
  leavesAlone: (count) =>
    count === 1 ? 'Esta escolha deixa um lugar isolado.' : `Esta escolha deixa ${count} lugares isolados.`,
  seenFromSeat: 'Vista deste lugar',
  seenFromSection: 'Vista deste setor',
  legend: 'Legenda',
  zones: 'Preços',
  sections: 'Setores',
  rows: 'Filas',
  seatsOfRow: (row) => `Lugares da fila ${row}`,
}
