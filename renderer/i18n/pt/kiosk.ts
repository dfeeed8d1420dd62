import type { DevicePhase } from '../../../shared/domain/money/tender.ts'
import { seatNotes } from '../../../shared/i18n/pt/words.ts'
import type { Catalogue } from '../fr/catalogue.ts'
import type { frNotes, SeatMapTexts } from '../fr/kiosk.ts'
import type { ProblemText } from '../problem-text.ts'

export const ptNotes: typeof frNotes = {
  first: {
    title: 'Insira as suas notas de banco',
    body: 'Uma de cada vez, bem esticada.',
  },
  more: (missing: string): ProblemText => ({
    title: 'Insira a nota seguinte',
    body: `Falta pagar: ${missing}. Uma nota de cada vez.`,
  }),
  held: (value: string): ProblemText => ({ title: `Nota de ${value} lida`, body: 'Um momento: não a retire.' }),
  complete: { title: 'Valor atingido', body: 'Obrigado. Estamos a confirmar os seus lugares.' },
  checking: { title: 'A verificar a nota…', body: 'Um momento.' },
  noChange: 'O quiosque não dá troco: o excedente é devolvido num vale de reembolso.',
  due: 'A pagar',
  taken: 'Já inserido',
  missing: 'Falta pagar',
  accepted: 'Notas de banco aceites',
  cancel: 'Anular o pagamento',
  payRest: 'Pagar o resto de outra forma',
  slot: 'A entrada de notas',
  where: 'Procure esta ranhura no quiosque.',
  already: (sum: string, rest: string): ProblemText => ({
    title: `Já pago: ${sum}`,
    body: `Falta pagar: ${rest}. Se parar, recebe um vale de reembolso.`,
  }),
}

const held = 'Os seus lugares continuam bloqueados.'

const forNow = {
  title: 'Meio de pagamento indisponível de momento',
  body: `${held} Escolha outro meio de pagamento, ou fale com um funcionário.`,
}

export const ptPaying: Catalogue['paying'] = {
  how: {
    scan: 'código QR para ler com o telefone',
    telephone: 'para confirmar no seu telefone',
    cash: 'a um funcionário',
    notes: 'para inserir, sem troco',
  },
  tooLate: 'Tempo insuficiente para este meio de pagamento',
  accepted: 'Pagamentos aceites',
  left: 'Tempo restante',
  soon: 'Tem trinta segundos para pagar.',
  due: 'A pagar',
  stop: 'Pagar de outra forma',
  stopBody: 'Se já confirmou no telefone, o seu pagamento não se perdeu: verificamos primeiro.',
  checking: 'A verificar o seu pagamento',
  checkingBody: (tender) => `Estamos a verificar junto de ${tender}. Não pague outra vez.`,
  scan: {
    preparing: 'A preparar o código QR…',
    preparingBody: (tender) => `Um momento: ligação a ${tender}.`,
    title: 'Leia o código QR para pagar',
    waiting: 'A aguardar o seu pagamento.',
    simulated: 'Demonstração: não é preciso ler o código; o pagamento conclui-se sozinho.',
    code: (amount, tender) => `Código QR para ler: pagar ${amount} com ${tender}`,
    steps: {
      scan: 'Aponte a câmara do telefone para este código QR',
      agree: 'Siga as instruções no telefone e confirme',
      ticket: 'Fique aqui: os bilhetes saem logo a seguir',
    },
  },
  telephone: {
    title: (tender) => `O seu número ${tender}`,
    body: 'Enviamos um pedido de pagamento para este número. O número não fica guardado.',
    number: 'Número de telefone',
    entered: (count, whole) => `${count} de ${whole} algarismos introduzidos`,
    ask: (amount) => `Pagar ${amount}`,
    back: 'Outro meio de pagamento',
    waiting: 'Confirme no seu telefone',
    waitingBody: (tender, ending) =>
      ending === ''
        ? `${tender} envia-lhe um pedido de pagamento.`
        : `${tender} envia um pedido para o número que termina em ${ending}.`,
    steps: {
      request: 'Abra o pedido que chega ao seu telefone',
      agree: 'Confirme com o seu código secreto, apenas no seu telefone',
      ticket: 'Fique aqui: os bilhetes saem logo a seguir',
    },
  },
  slip: {
    open: 'Usar um vale de reembolso',
    title: 'O seu vale de reembolso',
    lead: 'Passe o código QR pelo leitor, ou introduza o número de dez caracteres.',
    number: 'Número do vale',
    owed: (amount) => `O seu vale de reembolso: ${amount}`,
    paper: {
      coming: 'O seu vale de reembolso está a ser impresso.',
      printed: 'Leve o seu vale de reembolso: tem este valor.',
      none: 'Tire uma fotografia a este número: vale este valor neste quiosque.',
    },
    back: 'O seu dinheiro está neste vale de reembolso',
    backBody:
      'Não foi emitido nenhum bilhete. Use este vale de reembolso noutra compra neste quiosque, ou peça a um funcionário o reembolso em numerário.',
    finish: 'Já tenho o vale de reembolso',
  },
  refused: {
    declined: { title: 'Pagamento recusado', body: `${held} Tente de novo, ou escolha outro meio de pagamento.` },
    'timed-out': {
      title: 'O pagamento não foi confirmado a tempo',
      body: `${held} Tente de novo, ou escolha outro meio de pagamento.`,
    },
    'wrong-pin': { title: 'Código secreto incorreto', body: `${held} Use outro cartão ou outro meio de pagamento.` },
    'card-removed': {
      title: 'O cartão foi retirado cedo demais',
      body: `${held} Tente de novo, e deixe o cartão no lugar até o terminal pedir que o retire.`,
    },
    'card-expired': { title: 'Cartão expirado', body: `${held} Use outro cartão ou outro meio de pagamento.` },
    'card-not-taken': {
      title: 'Este cartão não é aceite aqui',
      body: `${held} Use outro cartão ou outro meio de pagamento.`,
    },
    'not-enough-money': {
      title: 'Saldo insuficiente',
      body: `${held} Carregue a conta, ou escolha outro meio de pagamento.`,
    },
    'over-limit': { title: 'Limite de pagamento atingido', body: `${held} Escolha outro meio de pagamento.` },
    'unknown-payer': {
      title: 'Número não reconhecido por este operador',
      body: `${held} Verifique o número, ou escolha outro meio de pagamento.`,
    },
    'provider-down': {
      title: 'O serviço de pagamento não responde',
      body: `${held} Escolha outro meio de pagamento, ou tente mais tarde.`,
    },
    'not-set-up': forNow,
    'day-not-closed': forNow,
  },
}

export const ptPictures: Catalogue['pictures'] = {
  open: 'Comprar com imagens e uma voz',
  greeting: 'Tudo se faz por imagens. Toque numa imagem para a ouvir. Para a escolher, toque no círculo verde.',
  take: 'Sim',
  no: 'Não',
  again: 'Ouvir outra vez',
  takeFirst: 'Toque primeiro numa imagem.',
  thenTake: 'Para a escolher, toque no círculo verde.',
  today: 'hoje',
  tomorrow: 'amanhã',
  party: 'Quantas pessoas?',
  persons: (count) => (count === 1 ? 'Uma só pessoa' : `${count} pessoas`),
  price: (sum) => `O preço: ${sum}`,
  notes: (count, note) => (count === 1 ? `Uma nota de ${note}` : `${count} notas de ${note}`),
  bundles: (count, note) =>
    count === 1 ? `Um maço de dez notas de ${note}` : `${count} maços de dez notas de ${note}`,
  coins: (sum) => `${sum} em moedas`,
  review: 'Está correto?',
  ways: 'Como quer pagar?',
  walk: 'Como chegar aos seus lugares',
  timeLeft: (minutes) => (minutes === 1 ? 'Tem um minuto para pagar.' : `Tem ${minutes} minutos para pagar.`),
  terminal: 'O terminal de pagamento, com o seu cartão',
  staff: 'Um funcionário pode ajudar.',
  notPaid: 'Nada foi cobrado.',
  paid: 'O seu pagamento está registado.',
  dontPayTwice: 'Não pague outra vez.',
  wait: 'Espere aqui um instante.',
}

const figure = new Intl.NumberFormat('pt-PT', { useGrouping: 'always' })
const grouped = (count: number): string => figure.format(count).replace(/\s/gu, '\u00a0')
const seats = (count: number): string => (count === 1 ? '1 lugar' : `${count} lugares`)

const metres = (count: number): string => (count === 1 ? '1 metro' : `${count} metros`)
const viewSides = {
  pitch: {
    middle: 'em frente ao meio do campo',
    left: 'do lado da baliza esquerda',
    right: 'do lado da baliza direita',
    goal: 'atrás da baliza',
    corner: 'no canto do campo',
  },
  stage: { middle: 'de frente', left: 'lado esquerdo', right: 'lado direito', goal: '', corner: '' },
}

export const ptSeatMap: SeatMapTexts = {
  venueMap: 'Planta geral, por setor',
  sectionMap: (section) => `Planta do setor ${section}, lugar a lugar`,
  venueKeys: 'Setas: passar de um setor a outro. Enter: abrir o setor.',
  sectionKeys: 'Setas: passar de um lugar a outro. Enter: escolher o lugar. Esc: voltar à planta geral.',
  wholeVenue: 'Planta geral',
  zoomIn: 'Ampliar',
  zoomOut: 'Reduzir',
  here: 'Está aqui',
  field: { pitch: 'Relvado', stage: 'Palco' },
  from: (price) => `desde ${price}`,
  count: grouped,
  seatsLeft: (count) => (count === 1 ? '1 lugar' : `${grouped(count)} lugares`),
  freeSeats: (count) => (count === 1 ? '1 lugar livre neste setor' : `${grouped(count)} lugares livres neste setor`),
  soldOut: 'Esgotado',
  section: (code) => `Setor ${code}`,
  row: (label) => `Fila ${label}`,
  seat: (number) => `Lugar ${number}`,
  looks: {
    available: 'Livre',
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
  spokenSelection: (count) => (count === 1 ? '1 lugar escolhido' : `${seats(count)} escolhidos`),
  seatTaken: 'Este lugar não está disponível.',
  limitReached: (most) => `Já tem ${seats(most)}: retire um antes de escolher outro.`,
  leavesAlone: (count) =>
    `Esta escolha deixaria ${count === 1 ? 'um lugar isolado' : `${count} lugares isolados`}: desloque a sua escolha um lugar.`,
  seatCode: (row, number) => `${row} ${number}`,
  seenFrom: (seat) => `Vista do lugar ${seat}`,
  viewFacts: ({ kind, distance, height, side }) =>
    kind === 'stage'
      ? `A ${metres(distance)} do palco, ${viewSides.stage[side]}`
      : `A ${metres(distance)} do centro, ${metres(height)} de altura, ${viewSides.pitch[side]}`,
  legend: 'Legenda',
  zones: 'Preços',
  sections: 'Setores',
  rows: 'Filas',
  seatsOfRow: (row) => `Lugares da fila ${row}`,
}

export const ptSpeaking: Catalogue['speaking'] = {
  greeting: 'Este quiosque fala consigo.',
  unheard: 'Não ouve nada? Ligue uns auscultadores ou aumente o volume.',
  keys: {
    arrows:
      'Seta para baixo: escolha seguinte. Seta para cima: escolha anterior. Enter: escolher. Escape: voltar. Tecla F1: definições.',
    'twelve-keys':
      'Tecla 8: escolha seguinte. Tecla 2: escolha anterior. Tecla 5: escolher. Asterisco: voltar. Tecla 0: definições.',
    'one-switch': 'As escolhas passam uma a uma: prima quando ouvir a sua.',
    own: 'As setas vão de uma escolha à outra. A tecla central confirma. A tecla de ajuda abre as definições.',
  },
  controls: {
    arrows: 'Tecla F2: repetir. Mais e menos: o volume.',
    'twelve-keys': 'Tecla 1: repetir. Tecla 3: mais alto. Tecla 9: mais baixo.',
  },
  press: 'Prima para comprar bilhetes',
  choices: (count) => (count === 1 ? 'Uma escolha.' : `${count} escolhas.`),
  ways: (names) => `Escolhas: ${names}.`,
  givenBack: 'seleção anulada',
  hidden: 'Carácter oculto',
  typed: (count, whole) => `${count} de ${whole}`,
  privateHere: 'O que introduz só é lido nos auscultadores. Para o ouvir sem eles, abra as definições.',
  title: 'A voz',
  volume: (now, most) => `Volume ${now} de ${most}`,
  louder: 'Mais alto',
  quieter: 'Mais baixo',
  pace: (now, most) => `Velocidade ${now} de ${most}`,
  faster: 'Mais depressa',
  slower: 'Mais devagar',
  dark: {
    title: 'Ecrã preto',
    about: 'Para que ninguém leia o seu ecrã',
    how: 'Ecrã preto: nas definições.',
    on: 'Ecrã preto.',
    off: 'O ecrã está de novo aceso.',
  },
  aloud: {
    title: 'Ler tudo em voz alta',
    about: 'Também o seu número e a sua referência',
  },
  unplugged: {
    title: 'Auscultadores desligados',
    body: 'A leitura parou. Volte a ligar os auscultadores para continuar: nada se perdeu.',
    silent: 'Continuar sem leitura',
    loud: 'Continuar no altifalante',
  },
}

export const ptDevice: Readonly<Record<DevicePhase, ProblemText>> = {
  waking: { title: 'A preparar…', body: 'Um momento: o terminal vai pedir-lhe o cartão.' },
  'present-card': { title: 'Apresente o cartão', body: 'Encoste-o ao terminal ou insira-o.' },
  'insert-card': {
    title: 'Insira o seu cartão',
    body: 'Pagamento sem contacto impossível: insira o cartão, com o chip para a frente.',
  },
  'card-unread': { title: 'O seu cartão não foi lido', body: 'Encoste-o mais uma vez ao terminal ou insira-o.' },
  'enter-pin': {
    title: 'Marque o seu código secreto',
    body: 'No teclado do terminal. Tape-o com a outra mão e confirme.',
  },
  'wrong-pin': { title: 'Código secreto incorreto', body: 'Tente de novo no teclado do terminal e confirme.' },
  'look-at-telephone': {
    title: 'Consulte o seu telefone',
    body: 'Confirme aí o pagamento e encoste de novo o telefone ao terminal.',
  },
  'choose-there': { title: 'Responda no terminal', body: 'O terminal mostra uma pergunta.' },
  authorising: {
    title: 'A confirmar…',
    body: 'Verificação pelo banco. Se o cartão estiver inserido, deixe-o no lugar.',
  },
  'remove-card': { title: 'Retire o seu cartão', body: 'Tire-o do terminal.' },
  'removed-too-early': {
    title: 'O cartão foi retirado cedo demais',
    body: 'Volte a inseri-lo e deixe-o no lugar até o terminal pedir que o retire.',
  },
}

/** Tickets on the customer's phone. */
export const ptTelephone: Catalogue['done']['telephone'] = {
  ask: 'Os meus bilhetes no telemóvel',
  title: 'Leia este código com o seu telemóvel',
  body: 'Os seus bilhetes abrem no telemóvel e depois também sem rede.',
  copies: 'São duplicados dos seus bilhetes impressos.',
  scan: 'Leia este código',
  choose: 'Bilhetes no telemóvel',
  get: 'Obter os meus bilhetes',
  print: 'Imprimir',
  unopened: 'Se não os abrir, são impressos no fim.',
  send: {
    open: 'E-mail ou SMS',
    address: {
      both: 'E-mail ou número de telefone do cliente',
      email: 'E-mail do cliente',
      sms: 'Número de telefone do cliente',
    },
    consent:
      'O cliente aceita que os bilhetes sejam enviados para este endereço. O endereço é apagado após o envio, o mais tardar doze horas depois do evento.',
    send: 'Enviar',
    channels: { email: 'E-mail', sms: 'SMS' },
    states: { queued: 'à espera de envio', sent: 'enviado', refused: 'recusado' },
    reasons: {
      'address-refused': 'recusado: este endereço não existe. Verifique-o com o cliente.',
      rejected: 'recusado pelo servidor. Verifique o endereço ou o número.',
      expired: 'abandonado: o evento terminou.',
      erased: 'anulado: os dados do cliente foram apagados.',
    },
  },
}
