import { obstacles } from '../../../shared/i18n/pt/obstacles.ts'
import type { PrinterRole, ReportPaper } from '../../../shared/kiosk-api/views.ts'
import type { Catalogue } from '../fr/catalogue.ts'

export const ptService: Catalogue['service'] = {
  title: 'Estado do quiosque',
  device: 'Quiosque',
  version: 'Versão',
  partner: 'Bilheteira',
  printer: 'Impressora',
  printers: 'Impressoras',
  printerRole: (role) => ptPrinterRoles[role],
  paperLow: 'O rolo está a acabar: prepare outro.',
  stoodIn: (count) =>
    count === 1 ? 'Substituiu outra impressora uma vez.' : `Substituiu outra impressora ${count} vezes.`,
  ledger: 'Registo',
  partnerState: (state) => (state === 'up' ? 'Responde' : 'Não responde'),
  ready: 'Em ordem',
  unknown: 'Desconhecido',
  full: 'Cheio: nenhuma venda começa',
  sales: 'Vendas',
  selling: { yes: 'Possíveis', partly: 'Em parte', no: 'Impossíveis' },
  obstacles,
  resumeSales: 'Retomar as vendas',
  shift: 'Turno de caixa',
  shiftBody: 'O relatório X lê a receita e não fecha nada. O fecho Z termina o turno e começa o seguinte.',
  closeX: 'Relatório X',
  closeZ: 'Fecho Z',
  sureZ: 'Sim, fechar o turno',
  closed: (kind, shiftNo) => (kind === 'Z' ? `Turno ${shiftNo} fechado` : `Turno ${shiftNo} lido`),
  takings: (tickets, money) => (tickets === 1 ? `1 bilhete, ${money}` : `${tickets} bilhetes, ${money}`),
  noTakings: 'Nenhuma venda.',
  blind: 'As somas em numerário vêm depois da contagem.',
  reportPaper: (paper) => ptReportPapers[paper],
  reportFile: (file) => `Guardado: ${file}`,
  printAgain: 'Imprimir outra vez',
  refresh: 'Ver outra vez',
  quit: 'Parar o programa',
  quitNow: 'Sim, parar',
  quitBody: 'O ecrã fecha-se e o quiosque não vende até ser reiniciado.',
  calibration: 'Medida do ecrã',
  measureLead: 'Encoste um cartão bancário à moldura: os bordos devem coincidir.',
  cardFrame: 'Moldura de um cartão bancário, 85,6 por 54 mm',
  shorter: 'Diminuir a moldura',
  longer: 'Aumentar a moldura',
  perMillimetre: (value) => `${value.toFixed(2).replace('.', ',')} px/mm`,
  line: 'A linha, com régua',
  foot: 'Do chão à base do ecrã',
  millimetres: (digits) => `${digits} mm`,
  save: 'Guardar',
  saved: 'Está guardado: todos os ecrãs têm esta medida.',
}

const ptReportPapers: Readonly<Record<ReportPaper, string>> = {
  printed: 'O relatório está impresso.',
  saved: 'Nenhuma impressora faz relatórios aqui: o ficheiro basta.',
  failed: 'O relatório não saiu da impressora.',
  unknown: 'Veja a impressora: o relatório pode ter saído.',
}

const ptPrinterRoles: Readonly<Record<PrinterRole, string>> = {
  tickets: 'bilhetes',
  receipts: 'recibos',
  reports: 'relatórios',
}
