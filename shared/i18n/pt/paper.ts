import { formatMoney } from '../../domain/money/money.ts'
import {
  nbsp,
  twoDigits,
  type PaperTexts,
  type ReceiptTexts,
  type CollectionSlipTexts,
  type CreditSlipTexts,
  type ReportTexts,
  type SlipTexts,
  type TestPageTexts,
  type TicketTexts,
} from '../paper-texts.ts'
import { providerNames } from './words.ts'

const days = ['domingo', 'segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado']

const months = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
]

const ticket: TicketTexts = {
  when: ({ weekday, day, month, year, hour, minute }) =>
    `${days[weekday]}, ${day} de ${months[month]} de ${year}, ` +
    (minute === 0 ? `${hour}h` : `${hour}h${twoDigits(minute)}`),
  money: (amount, currency) => formatMoney(amount, currency, 'pt-PT'),
  count: String,
  tribune: 'Bancada',
  gate: 'Porta',
  sector: 'Setor',
  row: 'Fila',
  seat: 'Lugar',
  wayIn: 'O seu caminho',
  wayInHint: 'Da entrada do estádio até ao seu lugar.',
  atTheGate: 'A apresentar à porta',
  ticket: 'Bilhete',
  number: 'Bilhete n.º',
  reference: 'Referência',
  dispute: 'Código de litígio',
  zone: 'Categoria',
  place: 'Código do lugar',
  price: 'Preço',
  order: 'Encomenda',
  position: (index, count) => `Bilhete ${index}${nbsp}/${nbsp}${count}`,
  copy: (copyNumber) => `DUPLICATA ${copyNumber}`,
  specimens: {
    demo: { word: 'ESPÉCIME', hint: 'Demonstração: não é válido para entrar' },
    training: { word: 'FORMAÇÃO', hint: 'Formação: não é válido para entrar' },
  },
  fold: 'Dobrar aqui',
  keep: 'Guarde este bilhete até ao fim. O código só abre a porta uma vez: não o mostre a mais ninguém.',
  documentTitle: (eventTitle, numbers) =>
    numbers.length === 1 ? `Bilhete ${numbers[0]} – ${eventTitle}` : `${numbers.length} bilhetes – ${eventTitle}`,
  tribuneWords: ['bancada', 'tribuna', 'tribune'],
}

const receipt: ReceiptTexts = {
  receipt: 'Recibo',
  soldAt: 'Vendido em',
  total: 'Total',
  change: 'Troco',
  approval: 'Autorização',
  cardRead: { contactless: 'sem contacto', chip: 'chip', stripe: 'banda magnética' },
  operatorReference: (tender) => `Referência ${tender}`,
  taxNumber: 'NIF',
  totalWithTax: 'Total com IVA',
  net: 'Total sem IVA',
  tax: (rate) => `IVA ${rate}\u00a0% incluído`,
  register: 'Caixa',
  noTicket: 'Este recibo não é um bilhete: não é válido para entrar.',
}

const slip: SlipTexts = {
  headings: { refund: 'Reembolso', void: 'Anulação', unsold: 'Dinheiro devolvido' },
  on: 'Feito em',
  people: 'Por',
  by: (staffId, second) => (second === null ? `n.º ${staffId}` : `n.º ${staffId}, com n.º ${second}`),
  reason: 'Motivo:',
  total: 'A devolver',
  given: 'Devolvido',
  reference: 'Referência',
  worthless: 'Estes bilhetes já não valem nada: fique com eles.',
  unsold: 'Nenhum bilhete foi vendido: os lugares foram libertados.',
  notices: {
    cancelled:
      'Estes bilhetes estão anulados na bilheteira: os códigos já não são válidos para entrar e os lugares voltaram à venda.',
    asked:
      'Foi pedida à bilheteira a anulação destes bilhetes, ainda sem resposta: até lá continuam vendidos e os códigos podem ser válidos para entrar. Indique os números ao organizador.',
    none: 'O serviço de bilheteira não tem anulação: para ele estes bilhetes continuam vendidos, os códigos ainda podem ser válidos para entrar e os lugares não voltam a ser vendidos. Indique os números ao organizador.',
  },
  signatures: ['Cliente: quantia recebida', 'Responsável'],
}

const collectionSlip: CollectionSlipTexts = {
  'payment-open': {
    heading: 'Talão de levantamento',
    code: 'Referência',
    amount: 'A pagar',
    todo: 'Assim que o pagamento for aceite, os seus bilhetes esperam no quiosque aqui escrito: toque em «A minha referência», introduza esta ou mostre o seu código QR ao leitor. Não pague uma segunda vez. Se o dinheiro saiu e os lugares já não estão reservados, uma bilheteira devolve-o contra este talão.',
  },
  trouble: {
    heading: 'Referência da sua compra',
    code: 'Referência',
    amount: 'Montante',
    todo: 'Mostre este talão a um funcionário ou numa bilheteira: a referência abre a sua compra. Não pague uma segunda vez.',
  },
  machine: 'Quiosque',
  on: 'Feito em',
  seats: 'Lugares',
  payment: 'Pagamento',
  paymentReference: 'Referência do pagamento',
  noTicket: 'Este talão não é um bilhete: não é válido para entrar.',
}

const creditSlip: CreditSlipTexts = {
  heading: 'Vale de crédito',
  number: 'Número',
  worth: 'Vale',
  why: {
    over: 'Valor a mais da sua compra',
    unpaid: 'Valor de uma compra sem bilhetes',
    returned: 'Valor de bilhetes devolvidos',
  },
  machine: 'Quiosque',
  on: 'Feito em',
  todo: 'Este vale representa dinheiro, uma só vez. Ao pagar, no quiosque aqui indicado, mostre o código QR ou escreva o número; o que sobrar volta noutro vale. Ou peça a um funcionário que lhe pague o valor em numerário. Não tem prazo. Guarde-o bem: quem tiver este vale pode usá-lo.',
  noTicket: 'Este vale não é um bilhete: não é válido para entrar.',
}

const report: ReportTexts = {
  title: { X: 'Relatório X', Z: 'Fecho Z' },
  hint: { X: 'Leitura durante o turno: o turno continua.', Z: 'O turno está fechado; começa o seguinte.' },
  register: 'Caixa',
  shift: 'Turno',
  from: 'De',
  to: 'A',
  staff: 'Funcionário',
  sales: 'Vendas pagas',
  tickets: 'Bilhetes emitidos',
  duplicates: 'Segundas vias impressas',
  waiting: 'Vendas à espera de um funcionário',
  nothing: 'Nenhuma venda neste turno.',
  byEvent: 'Por evento e por zona',
  noZone: 'Zona desconhecida',
  byTender: 'Por meio de pagamento',
  refundsOf: (tender) => `${tender}, reembolsado`,
  byProvider: 'Por operador',
  providers: providerNames,
  taken: 'Recebido',
  givenBack: 'Reembolsado',
  open: 'Sem resposta',
  refunding: 'Reembolso em curso',
  unmatched: 'Outra soma cobrada',
  byCashier: 'Por funcionário',
  nobody: 'Sem funcionário',
  takings: 'Receita',
  sold: 'Bilhetes vendidos',
  refunded: 'Bilhetes reembolsados',
  net: 'Receita líquida',
  owed: 'Por devolver aos clientes',
  openSlips: 'Vales de crédito em aberto',
  slipsPaid: 'Vales de crédito pagos',
  drawer: 'Gaveta',
  openingFloat: 'Fundo de caixa',
  cash: 'Numerário recebido',
  paidIn: 'Entradas',
  paidOut: 'Saídas',
  dropped: 'Levado para o cofre',
  expected: 'Esperado na gaveta',
  counted: 'Contado',
  uncounted: 'não contado',
  blind: 'Sem o numerário: a gaveta está por contar',
  note: (money) => `Nota de ${money}`,
  coin: (money) => `Moeda de ${money}`,
  over: 'A mais',
  short: 'Em falta',
  exact: 'Sem diferença',
  openings: 'Gaveta aberta sem venda',
  perpetual: 'Desde a primeira venda',
  perpetualNet: 'Total perpétuo líquido',
  perpetualAbs: 'Total perpétuo absoluto',
  anchor: 'Âncora do registo',
  anchorHint: 'Guarde este papel: prova que as linhas do registo não mudaram desde então.',
  rows: 'Linhas',
  range: (first, last) => `${first} – ${last}`,
  head: (row) => `Impressão digital da linha ${row}`,
  key: 'Chave',
  code: 'Código assinado: linha, totais e chave',
  signatures: ['Funcionário', 'Responsável'],
  page: (page, count) => `Página ${page} de ${count}`,
}

const testPage: TestPageTexts = {
  title: 'Página de teste',
  edges: 'Molduras a 2, 4 e 6 mm da borda: pelo menos a de 4 mm tem de estar inteira.',
  ruler: (millimetres) => `Esta régua mede ${millimetres} mm.`,
  code: 'Este código tem de se ler; não é válido para entrar.',
}

export const paper: PaperTexts = { ticket: () => ticket, receipt, slip, collectionSlip, creditSlip, report, testPage }
