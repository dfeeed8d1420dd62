import type * as fr from '../fr/paper.ts'
import { formatMoney } from '../../domain/money/money.ts'
import { type CardTexts, nbsp, twoDigits } from '../texts.ts'
import { providerNames } from './words.ts'

const days = ['domingo', 'segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado']

const months = 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ')

const ticket: ReturnType<typeof fr.paper.ticket> = {
  when: ({ weekday, day, month, year, hour, minute }) =>
    `${days[weekday]}, ${day} de ${months[month]} de ${year}, ` +
    (minute === 0 ? `${hour}h` : `${hour}h${twoDigits(minute)}`),
  money: (amount, currency) => formatMoney(amount, currency, 'pt-PT'),
  count: (count) => String(count).replace('.', ','),
  tribune: 'Bancada',
  gate: 'Porta',
  sector: 'Setor',
  row: 'Fila',
  seat: 'Lugar',
  wayIn: 'O seu caminho',
  atTheGate: 'A apresentar à porta',
  ticket: 'Bilhete',
  number: 'Bilhete n.º',
  reference: 'Referência',
  dispute: 'Código de reclamação',
  zone: 'Categoria',
  place: 'Código do lugar',
  price: 'Preço',
  order: 'Pedido',
  position: (index, count) => `Bilhete ${index}${nbsp}/${nbsp}${count}`,
  copy: (copyNumber) => `DUPLICATA ${copyNumber}`,
  unchecked: 'validade não verificada',
  specimens: {
    demo: { word: 'ESPÉCIME', hint: 'Demonstração: não é válido para entrar' },
    training: { word: 'FORMAÇÃO', hint: 'Formação: não é válido para entrar' },
  },
  fold: 'Dobrar aqui',
  keep: 'Guarde este bilhete até ao fim. O código só é válido para uma entrada: não o mostre a ninguém.',
  documentTitle: (eventTitle, numbers) =>
    numbers.length === 1 ? `Bilhete ${numbers[0]} – ${eventTitle}` : `${numbers.length} bilhetes – ${eventTitle}`,
  tribuneWords: ['bancada', 'tribuna', 'tribune'],
}

const receipt: typeof fr.paper.receipt = {
  receipt: 'Recibo',
  correctedReceipt: 'Recibo corrigido',
  soldAt: 'Vendido em',
  correctedOn: 'Corrigido em',
  insteadOf: 'Em vez de',
  total: 'Total',
  change: 'Troco',
  rounding: 'Arredondamento do numerário',
  unsold: 'A reembolsar: lugares não vendidos',
  paid: 'Pago',
  approval: 'Autorização',
  cardRead: { contactless: 'sem contacto', chip: 'chip', stripe: 'banda magnética' },
  operatorReference: (tender) => `Referência ${tender}`,
  documentNumber: (name) => `${name} n.º`,
  taxNumber: 'NIF',
  totalWithTax: 'Total com IVA',
  net: 'Total sem IVA',
  tax: (rate) => `IVA ${rate}\u00a0% incluído`,
  register: 'Caixa',
  noTicket: 'Este recibo não é um bilhete: não é válido para entrar.',
  terms: 'Condições de venda e privacidade',
  termsOnScreen: 'no ecrã, antes de pagar',
}

const slip: typeof fr.paper.slip = {
  headings: { refund: 'Reembolso', void: 'Anulação', unsold: 'Reembolso' },
  on: 'Data',
  people: 'Por',
  by: (staffId, second) => (second === null ? `n.º ${staffId}` : `n.º ${staffId}, com n.º ${second}`),
  reason: 'Motivo:',
  total: 'A reembolsar',
  given: 'Reembolsado',
  rounding: 'incluindo arredondamento',
  reference: 'Referência',
  worthless: 'Bilhetes a recolher ao cliente.',
  unsold: 'Nenhum bilhete foi vendido: os lugares voltaram à venda.',
  notices: {
    cancelled:
      'Estes bilhetes estão anulados na bilheteira: os códigos QR já não são válidos para entrar e os lugares voltaram à venda.',
    asked:
      'A anulação foi pedida à bilheteira, ainda sem resposta. Até lá, estes bilhetes continuam vendidos e os códigos QR podem permitir a entrada. Indique os números ao organizador.',
    none: 'A bilheteira não permite a anulação: estes bilhetes continuam vendidos, os códigos QR podem permitir a entrada e os lugares não voltam à venda. Indique os números ao organizador.',
  },
  signatures: ['Cliente: valor recebido', 'Responsável'],
}

const invoice: typeof fr.paper.invoice = {
  fiscal: {
    waiting: 'À ESPERA DA ASSINATURA FISCAL',
    refused: 'NÃO ASSINADA PELO SERVIÇO FISCAL',
    signature: 'Assinatura fiscal',
    counters: 'Contadores',
    device: 'Módulo fiscal',
    signedAt: 'Assinada em',
  },
  headings: { invoice: 'Fatura', 'credit-note': 'Nota de crédito' },
  number: 'Número',
  issuedOn: 'Data',
  about: 'Fatura de origem',
  buyer: 'Cliente',
  erased: 'Dados apagados',
  tenders: { invoice: 'Pago por', 'credit-note': 'Reembolso por' },
  noTicket: 'Este documento não é um bilhete: não é válido para entrar.',
}

const collectionSlip: typeof fr.paper.collectionSlip = {
  'payment-open': {
    heading: 'Talão de levantamento',
    code: 'Referência',
    amount: 'A pagar',
    todo: 'Assim que o pagamento for aceite, os seus bilhetes esperam por si no quiosque acima indicado: toque em «Levantar os meus bilhetes», introduza a referência ou mostre o código QR ao leitor. Não pague uma segunda vez. Se foi cobrado e os lugares já não estão bloqueados, uma bilheteira reembolsa-o contra este talão.',
  },
  trouble: {
    heading: 'Referência da sua compra',
    code: 'Referência',
    amount: 'Valor',
    todo: 'Mostre este talão a um funcionário ou numa bilheteira, para que encontrem a sua compra. Não pague uma segunda vez.',
  },
  machine: 'Quiosque',
  on: 'Data',
  seats: 'Lugares',
  payment: 'Pagamento',
  paymentReference: 'Referência do pagamento',
  noTicket: 'Este talão não é um bilhete: não é válido para entrar.',
}

const creditSlip: typeof fr.paper.creditSlip = {
  heading: 'Vale de reembolso',
  number: 'Número',
  worth: 'Valor',
  why: {
    over: 'Pagamento a mais na sua compra',
    unpaid: 'Compra não concluída',
    returned: 'Bilhetes reembolsados',
  },
  machine: 'Quiosque',
  on: 'Data',
  copy: 'Duplicado: o original e os duplicados só podem ser usados uma vez, por este valor no total.',
  todo: {
    here: 'Utilizável uma só vez, no quiosque acima indicado: ao pagar, mostre o código QR ou introduza o número. O que sobrar volta num novo vale. Um funcionário também o pode pagar em numerário. Sem prazo. Guarde-o bem: quem o apresentar pode usá-lo.',
    anywhere:
      'Utilizável uma só vez, em qualquer quiosque ou caixa deste recinto: ao pagar, mostre o código QR ou introduza o número. O que sobrar volta num novo vale. Um funcionário também o pode pagar em numerário. Sem prazo. Guarde-o bem: quem o apresentar pode usá-lo.',
  },
  noTicket: 'Este vale não é um bilhete: não é válido para entrar.',
}

const ticketPage: typeof fr.paper.ticketPage = {
  pdf: 'Abrir o PDF',
  offline: 'Esta página também abre sem rede. Mostre-a à porta, com o brilho no máximo.',
  over: 'O evento terminou. Estes bilhetes já não são mostrados.',
  apple: 'Adicionar à Apple Wallet',
  appleAll: 'Adicionar todos os bilhetes à Apple Wallet',
  google: 'Adicionar à Google Wallet',
  pass: { when: 'Data', venue: 'Local', route: 'Caminho até ao lugar' },
  message: {
    subject: (title: string) => `Os seus bilhetes: ${title}`,
    open: 'Os seus bilhetes no seu telemóvel:',
    attached: 'Os mesmos bilhetes seguem em anexo, em PDF.',
    secret: 'Este endereço abre os seus bilhetes: não o partilhe.',
    testSubject: 'Mensagem de teste',
    test: 'O comando de teste enviou esta mensagem. Não contém nenhum bilhete.',
  },
}

const badge: typeof fr.paper.badge = {
  title: 'Crachá de serviço',
  notice: 'Pessoal: não o empreste. Perdido ou achado: avise um responsável.',
}

const report: typeof fr.paper.report = {
  title: { X: 'Relatório X', Z: 'Relatório Z' },
  hint: { X: 'Relatório intermédio: o turno continua.', Z: 'O turno está fechado; começa o seguinte.' },
  register: 'Caixa',
  shift: 'Turno',
  from: 'De',
  to: 'Até',
  staff: 'Funcionário',
  sales: 'Vendas',
  tickets: 'Bilhetes válidos',
  duplicates: 'Duplicados impressos',
  waiting: 'Vendas por terminar',
  nothing: 'Nenhuma venda neste turno.',
  byEvent: 'Receita líquida por evento',
  noZone: 'Categoria desconhecida',
  byTender: 'Por meio de pagamento',
  refundsOf: (tender) => `${tender}, reembolsado`,
  terminalDay: 'Fecho do dia do terminal',
  dayStanding: 'Fecho do dia',
  dayDone: 'feito',
  pendingEndOfDay: 'por fazer',
  byTerminal: 'Segundo o terminal',
  byBooks: 'Segundo a caixa',
  dayDifference: 'Diferença',
  byProvider: 'Por prestador',
  providers: providerNames,
  taken: 'Recebido',
  givenBack: 'Reembolsado',
  open: 'Sem resposta',
  refunding: 'Reembolso em curso',
  unmatched: 'Valor diferente cobrado',
  byCashier: 'Vendas por funcionário',
  nobody: 'Sem funcionário',
  takings: 'Receita',
  sold: 'Bilhetes vendidos',
  returned: 'Bilhetes reembolsados',
  net: 'Receita líquida',
  owed: 'Por reembolsar',
  openSlips: 'Vales de reembolso em aberto',
  hubSlips: 'dos quais talvez usados noutro lado',
  accountsPaid: 'Pagamentos de contas de clientes',
  slipsPaid: 'Vales de reembolso pagos',
  drawer: 'Gaveta',
  openingFloat: 'Fundo de caixa',
  cash: 'Numerário recebido',
  paidIn: 'Entradas de numerário',
  paidOut: 'Saídas de numerário',
  dropped: 'Depósitos no cofre-forte',
  expected: 'Esperado na gaveta',
  counted: 'Contado',
  handedTo: (id) => `entregue ao n.º ${id}`,
  uncounted: 'não contado',
  cashbox: 'Cofre das notas',
  boxEmptied: 'Esvaziado, contado',
  boxSince: 'Esvaziado em',
  boxNever: 'Nunca esvaziado',
  inBox: 'No cofre das notas',
  unknownNotes: 'Notas de valor desconhecido',
  boxOpen: 'Aberto, ainda por contar',
  blind: 'Sem o numerário: está por contar',
  note: (money) => `Nota de ${money}`,
  coin: (money) => `Moeda de ${money}`,
  over: 'A mais',
  short: 'Em falta',
  exact: 'Sem diferença',
  openings: 'Gaveta aberta sem venda',
  perpetual: 'Desde a primeira venda',
  perpetualNet: 'Total perpétuo líquido',
  perpetualAbs: 'Total perpétuo absoluto',
  anchor: 'Ponto de controlo do diário',
  anchorHint: 'Guarde este papel: permite provar que as linhas do diário não mudaram desde então.',
  rows: 'Linhas',
  range: (first, last) => `${first} – ${last}`,
  head: (row) => `Impressão digital da linha ${row}`,
  key: 'Chave',
  code: 'Código QR assinado: linha, totais e chave',
  signatures: ['Operador de caixa', 'Responsável'],
  page: (page, count) => `Página ${page} de ${count}`,
}

const testPage: typeof fr.paper.testPage = {
  title: 'Página de teste',
  edges: 'Molduras a 2, 4 e 6 mm da borda: as de 4 e 6 mm têm de estar inteiras.',
  ruler: (millimetres) => `Esta régua deve medir ${millimetres} mm.`,
  code: 'Este código QR tem de ser legível; não é válido para entrar.',
}

const account: typeof fr.paper.account = {
  statement: 'Extrato de conta',
  statementHint: 'Vendas a crédito, reembolsos e pagamentos do período.',
  receipt: 'Recibo de pagamento',
  receiptHint: 'Pagamento de vendas a crédito. Guarde este recibo.',
  account: 'Conta',
  name: 'Cliente',
  from: 'De',
  to: 'Até',
  at: 'Em',
  register: 'Caixa',
  staff: 'Funcionário',
  reference: 'Referência',
  entries: 'Movimentos',
  opening: 'Saldo inicial',
  closing: 'Saldo final a pagar',
  open: 'Vendas a pagar',
  paid: 'Pago',
  paidFor: 'Vendas escolhidas',
  change: 'Troco',
  kinds: { charge: 'Venda', credit: 'Reembolso', payment: 'Pagamento' },
}

export const paper: typeof fr.paper = {
  salesList: { title: 'Lista de vendas', hint: 'Uma linha por venda e por reembolso, e o total de cada moeda.' },
  ticket: () => ticket,
  receipt,
  slip,
  invoice,
  collectionSlip,
  creditSlip,
  badge,
  account,
  ticketPage,
  report,
  testPage,
}

export const cards: CardTexts = {
  cashier: {
    title: 'Cartão do operador de caixa',
    hint: 'Guarde-o junto do teclado. As teclas são as desta caixa.',
    sell: {
      heading: 'Vender',
      rows: [
        'Inicie a sessão: o seu número, o seu código e Enter.',
        'Escreva o número do evento e Enter.',
        'Escreva os lugares pedidos e Enter. Escolha com as setas; Enter bloqueia os lugares.',
        'Escreva o valor recebido e Enter. Só Enter: valor exato.',
        'Entregue os bilhetes e o troco indicado.',
      ],
    },
    lines: {
      heading: 'Linhas de comando',
      rows: [
        ['4', 'os quatro melhores lugares disponíveis'],
        ['4 tribune nord', 'os quatro melhores nesta bancada'],
        ['4 nord max 50000', 'preço máximo 50 000'],
        ['N3 F 12-15', 'exatamente estes lugares'],
        ['2 nord + 1 pmr', 'vários sítios numa só venda'],
        ['500k', 'valor recebido: 500\u00a0000'],
        ['50000+', 'uma parte em numerário, o resto por outro meio'],
      ],
    },
    keys: {
      heading: 'Teclas',
      enter: ['Enter', 'continuar'],
      commands: {
        'go-back': 'voltar, desistir',
        events: 'outro evento',
        map: 'a planta',
        customer: 'registar o cliente',
        park: 'pôr a venda em espera',
        recall: 'retomar uma venda em espera',
        behind: 'abrir uma venda em curso',
        repeat: 'repetir o último pedido',
        reprint: 'duplicado da última venda',
        invoice: 'fatura da última venda',
        telephone: 'bilhetes da última venda num telemóvel',
        files: 'vendas anteriores: duplicados, reembolsos',
        call: 'responder à chamada de um quiosque',
        badge: 'o seu crachá para os quiosques',
        language: 'a língua do cliente',
        aloud: 'ler em voz alta ao cliente',
        switch: 'mudar de operador',
        lock: 'bloquear a caixa',
        office: 'o escritório',
        training: 'iniciar ou terminar a formação',
      },
      tender: (name) => `pagar: ${name}`,
    },
    cases: {
      heading: 'Se…',
      rows: [
        [
          'A impressora para',
          'Ponha papel ou retire o papel encravado e Enter. Um bilhete talvez já impresso é reimpresso como DUPLICATA.',
        ],
        [
          'A bilheteira não responde',
          'Não receba uma segunda vez. Dê ao cliente o número mostrado, depois Enter: cliente seguinte. Os bilhetes imprimem-se automaticamente quando ela responder.',
        ],
        [
          'Cartão ou telemóvel sem resposta',
          'Veja primeiro o terminal ou o telemóvel. Cliente cobrado: escreva o número. Não cobrado: volte atrás e indique o motivo.',
        ],
        ['Um cliente hesita', 'Ponha a venda em espera: os lugares ficam bloqueados durante o tempo indicado.'],
        ['Vai ausentar-se da caixa', 'Bloqueie-a. A venda em curso fica guardada.'],
        ['Corte de energia', 'Volte a ligar a máquina. As vendas continuam onde estavam: não as repita.'],
      ],
    },
  },
  attendant: {
    title: 'Cartão do funcionário do quiosque',
    hint: 'Traga-o consigo. O ecrã diz sempre o que falta: leia-o primeiro.',
    open: {
      heading: 'Abrir o ecrã dos funcionários',
      rows: [
        'Toque cinco vezes em três segundos no meio vazio da barra escura, no fundo do ecrã.',
        'Introduza o seu código.',
        'Responda às perguntas em espera. «Estado do quiosque» mostra as impressoras e a bilheteira.',
      ],
    },
    cash: {
      heading: 'Receber numerário',
      rows: [
        'O cliente entrega-lhe o numerário. Toque em «Só para funcionários», escreva o seu código e toque em «Seguinte».',
        'Introduza o valor recebido, ou toque em «Valor exato»; depois toque em «Confirmar o pagamento».',
        'Entregue o troco indicado.',
      ],
    },
    cases: {
      heading: 'Se…',
      rows: [
        ['Não há papel', 'Ponha um rolo ou folhas, feche a tampa e toque em «Retomar a impressão».'],
        [
          'Papel encravado',
          'Abra, retire o papel sem o rasgar, feche e toque em «Retomar a impressão». Guarde os pedaços.',
        ],
        [
          'O cliente pagou, mas não tem bilhetes',
          'Não o deixe pagar outra vez. Ecrã dos funcionários, «Referência»: escreva ou leia os seis caracteres e responda.',
        ],
        [
          'É preciso reembolsar',
          'Ecrã dos funcionários: «Verificar na bilheteira». Se nada foi vendido, reembolse e escreva o número do recibo.',
        ],
        [
          '«Quiosque temporariamente indisponível»',
          'O ecrã indica a causa; a venda recomeça automaticamente. Mande os clientes à bilheteira mais próxima.',
        ],
        [
          'O ecrã não responde',
          'Desligue o quiosque e volte a ligá-lo. Nada se perde: as vendas continuam, os lugares não pagos ficam livres.',
        ],
        ['O disco está cheio', 'Não desligue o quiosque. Chame o técnico.'],
      ],
    },
    call: { heading: 'Contactos', rows: ['Responsável', 'Técnico', 'Bilheteira'] },
  },
}

export const termsExamples: typeof fr.termsExamples = {
  seller: {
    name: 'Estádio de demonstração (exemplo)',
    address: 'Rua do Exemplo, 1, Conacri',
    contact: 'contact@exemple.example',
  },
  conditions: `EXEMPLO: estas condições de venda servem para a demonstração. Não obrigam ninguém e não substituem as do seu recinto.

1. Vendedor
Os bilhetes são vendidos pela pessoa indicada no início destas condições e no recibo.

2. Preços
Os preços mostrados antes do pagamento são os de cada lugar, com impostos incluídos. O total a pagar é a sua soma. Não se acrescenta nenhuma taxa.

3. Pedido
Os lugares escolhidos ficam bloqueados durante o tempo indicado. A venda fica concluída quando o pagamento é aceite; os bilhetes são então impressos.

4. Bilhete
Cada bilhete tem um código QR válido para uma só entrada. Apresente o bilhete impresso à entrada.

5. Reembolso
Os bilhetes são reembolsados se o evento for cancelado. Se o evento for adiado, continuam válidos na nova data.

6. Reclamações
Dirija-se ao vendedor: os contactos estão no recibo. Guarde o recibo: tem o número do pedido.`,
  privacy: `EXEMPLO: esta política serve para a demonstração. Não obriga ninguém e não substitui a do seu recinto.

1. Responsável pelos dados
O vendedor indicado no início destas condições.

2. Dados
Esta máquina regista a venda: lugares, preços, meio de pagamento, data e hora. Não regista nem o nome nem o número do cartão. Um número de telefone escrito para pagar serve apenas para esse pagamento.

3. Para quê
Para vender o bilhete, fazer as contas e reembolsar.

4. Durante quanto tempo
O tempo que a lei exige para as contas; o número de telefone é apagado antes.

5. Os seus direitos
Pode pedir ao vendedor os seus dados, a correção ou o apagamento deles; os contactos estão no recibo.`,
}
