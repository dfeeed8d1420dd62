import { obstacles } from '../../../shared/i18n/pt/words.ts'
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
  paperLow: 'O rolo está quase no fim: prepare outro.',
  stoodIn: (count) =>
    count === 1 ? 'Substituiu outra impressora uma vez.' : `Substituiu outra impressora ${count} vezes.`,
  ledger: 'Diário',
  partnerState: (state) => (state === 'up' ? 'Responde' : 'Não responde'),
  ready: 'Em serviço',
  unknown: 'Desconhecido',
  full: 'Disco cheio: vendas bloqueadas',
  sales: 'Vendas',
  selling: { yes: 'Possíveis', partly: 'Possíveis, com observações', no: 'Impossíveis' },
  obstacles,
  resumeSales: 'Retomar as vendas',
  shift: 'Turno',
  shiftBody: 'O relatório X mostra a receita sem fechar. O relatório Z fecha o turno e abre o seguinte.',
  closeX: 'Relatório X',
  closeZ: 'Fechar (relatório Z)',
  sureZ: 'Sim, fechar o turno',
  closed: (kind, shiftNo) => (kind === 'Z' ? `Turno ${shiftNo} fechado` : `Turno ${shiftNo}: relatório X feito`),
  takings: (tickets, money) => (tickets === 1 ? `1 bilhete, ${money}` : `${tickets} bilhetes, ${money}`),
  noTakings: 'Nenhuma venda.',
  blind: 'Os valores em numerário aparecem depois da contagem.',
  reportPaper: (paper) => ptReportPapers[paper],
  reportFile: (file) => `Guardado: ${file}`,
  printAgain: 'Imprimir outra vez',
  refresh: 'Atualizar',
  quit: 'Parar o programa',
  quitNow: 'Sim, parar',
  quitBody: 'O ecrã fecha-se e o quiosque não vende até o programa ser iniciado de novo.',
  calibration: 'Medida do ecrã',
  measureLead: 'Encoste um cartão bancário ao ecrã e ajuste a moldura aos bordos do cartão.',
  cardFrame: 'Moldura de um cartão bancário, 85,6 por 54 mm',
  shorter: 'Diminuir a moldura',
  longer: 'Aumentar a moldura',
  perMillimetre: (value) => `${value.toFixed(2).replace('.', ',')} px/mm`,
  line: 'Comprimento da linha, medido com régua',
  foot: 'Altura da base do ecrã acima do chão',
  millimetres: (digits) => `${digits} mm`,
  save: 'Guardar',
  saved: 'Guardado: a medida aplica-se a todos os ecrãs.',
}

const ptReportPapers: Readonly<Record<ReportPaper, string>> = {
  printed: 'O relatório está impresso.',
  saved: 'Sem impressora de relatórios: o relatório foi guardado em ficheiro.',
  failed: 'O relatório não saiu da impressora.',
  unknown: 'Verifique a impressora: o relatório pode ter saído.',
}

const ptPrinterRoles: Readonly<Record<PrinterRole, string>> = {
  tickets: 'bilhetes',
  receipts: 'recibos',
  reports: 'relatórios',
}
