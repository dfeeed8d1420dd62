import { seatNotes } from '../../../shared/i18n/pt/words.ts'
import type { SeatMapTexts } from '../fr/seat-map.ts'

const figure = new Intl.NumberFormat('pt-PT', { useGrouping: 'always' })
const grouped = (count: number): string => figure.format(count).replace(/\s/gu, '\u00a0')
const seats = (count: number): string => (count === 1 ? '1 lugar' : `${count} lugares`)

export const ptSeatMap: SeatMapTexts = {
  venueMap: 'Planta geral, por setor',
  sectionMap: (section) => `Planta do setor ${section}, lugar a lugar`,
  venueKeys: 'Setas: passar de um setor a outro. Enter: abrir o setor.',
  sectionKeys: 'Setas: passar de um lugar a outro. Enter: escolher o lugar. Esc: voltar à planta geral.',
  wholeVenue: 'Planta geral',
  zoomIn: 'Ampliar',
  zoomOut: 'Reduzir',
  wholeSection: 'Todo o setor',
  field: { pitch: 'Relvado', stage: 'Palco' },
  from: (price) => `desde ${price}`,
  count: grouped,
  seatsLeft: (count) => (count === 1 ? '1 lugar' : `${grouped(count)} lugares`),
  soldOut: 'Esgotado',
  section: (code) => `Setor ${code}`,
  row: (label) => `Fila ${label}`,
  seat: (number) => `Lugar ${number}`,
  looks: {
    available: 'Disponível',
    selected: 'A sua escolha',
    held: 'Bloqueado por outro cliente',
    sold: 'Vendido',
    blocked: 'Não disponível aqui',
  },
  accessible: 'Cadeira de rodas',
  notes: seatNotes,
  kept: 'reservado a cadeiras de rodas',
  keptSeat: 'Este lugar está reservado a uma pessoa em cadeira de rodas e ao seu acompanhante.',
  onlyPlaces: 'Escolha um lugar para cadeira de rodas: o lugar do acompanhante fica ao lado.',
  spokenSection: ({ code, zone, price, remaining, gate }) =>
    [
      `Setor ${code}`,
      zone,
      remaining > 0 ? `${price}, ${seats(remaining)} ${remaining === 1 ? 'disponível' : 'disponíveis'}` : 'esgotado',
      gate,
    ]
      .filter((part) => part !== '')
      .join(', '),
  spokenSeat: ({ row, number, look, price, gate, accessible, note }) =>
    [
      `Fila ${row}, lugar ${number}`,
      {
        available: price,
        selected: 'selecionado',
        held: 'bloqueado por outro cliente',
        sold: 'vendido',
        blocked: 'não disponível aqui',
      }[look],
      accessible ? 'lugar para cadeira de rodas' : '',
      gate,
      note,
    ]
      .filter((part) => part !== '')
      .join(', '),
  spokenSelection: (count, wanted) => `${seats(count)} de ${wanted}`,
  seatTaken: 'Este lugar não está disponível.',
  limitReached: (most) => `Já tem ${seats(most)}: retire um antes de escolher outro.`,
  tooShort: (count) => `Menos de ${count} lugares lado a lado`,
  leavesAlone: (count) =>
    `Esta escolha deixaria ${count === 1 ? 'um lugar isolado' : `${count} lugares isolados`}: desloque a sua escolha um lugar.`,
  seenFromSeat: 'Vista deste lugar',
  seenFromSection: 'Vista deste setor',
  legend: 'Legenda',
  zones: 'Preços',
  sections: 'Setores',
  rows: 'Filas',
  seatsOfRow: (row) => `Lugares da fila ${row}`,
}
