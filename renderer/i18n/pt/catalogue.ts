import type { CollectionView, StaffReason, TicketPrintView } from '../../../shared/kiosk-api/views.ts'
import type { Catalogue, OfferInWords, WordedReason } from '../fr/catalogue.ts'
import { ptDesk } from './desk.ts'
import { ptDevice } from './device.ts'
import { ptNotes } from './notes.ts'
import { ptFiles } from './files.ts'
import { ptProblems } from './problems.ts'
import { ptService } from './service.ts'
import { ptPayment } from './payment.ts'
import { ptSetup } from './setup.ts'
import { ptShift } from './shift.ts'
import { ptOffice } from './office.ts'
import { ptPaying } from './paying.ts'
import { ptPeople } from './people.ts'
import { ptPictures } from './pictures.ts'
import { ptSeatMap } from './seat-map.ts'
import { ptSpeaking } from './speaking.ts'
import { ptStaffDesk } from './staff-desk.ts'
import { screenRestart } from './screen-restart.ts'
import { seatNotes } from '../../../shared/i18n/pt/words.ts'
import { deviceName } from '../device-name.ts'

const list = new Intl.ListFormat('pt-PT', { type: 'conjunction' })
const figure = new Intl.NumberFormat('pt-PT', { useGrouping: 'always' })
const grouped = (count: number): string => figure.format(count).replace(/\s/gu, '\u00a0')
const places = (count: number): string => (count === 1 ? '1 lugar' : `${count} lugares`)

const sentence = (facts: readonly string[]): string => {
  const words = facts.join(', ')
  return words === '' ? '' : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

export const pt: Catalogue = {
  common: {
    back: 'Voltar',
    more: 'Ver mais',
    retry: 'Tentar de novo',
    wait: screenRestart.wait,
    toEvents: 'Ver os eventos',
    places,
    comma: ', ',
    versus: 'contra',
    city: (name, city) => (city === '' || name.includes(city) ? name : `${name}, ${city}`),
  },
  tools: {
    label: 'Opções e ajuda',
    language: 'Idioma',
    hear: (name) => `Ouvir: ${name}`,
    largeText: 'Texto grande',
    normalText: 'Texto normal',
    startOver: 'Recomeçar',
    training: 'FORMAÇÃO',
    demo: 'Demonstração',
    demoInFull: 'Demonstração: estes bilhetes não são válidos para entrar.',
    device: (id) => deviceName('Quiosque', id),
  },
  access: {
    title: 'Acessibilidade',
    lead: 'Só para si: o ecrã volta ao normal quando sair.',
    aid: {
      largeText: 'Texto grande',
      contrast: 'Alto contraste',
      lowReach: 'Ecrã mais baixo',
      calm: 'Calmo',
      spoken: 'Leitura em voz alta',
      pictures: 'Tudo em imagens',
    },
    about: {
      largeText: 'Letras uma vez e meia maiores',
      contrast: 'Preto no branco, contornos bem marcados',
      lowReach: 'Tudo ao alcance da mão, mesmo sentado',
      calm: 'Sem sons nem movimento',
      spoken: 'Uma voz lê cada ecrã',
      pictures: 'Nada para ler: toca-se e ouve-se',
    },
    done: 'Está pronto',
  },
  keys: {
    chosen: 'escolhido',
    unavailable: 'indisponível',
    oneButton: 'Um só botão',
    oneButtonAbout: 'Carregue quando a moldura estiver na sua escolha',
    speed: 'Tempo em cada escolha',
    every: { 1000: '1 seg', 1500: '1,5 seg', 2500: '2,5 seg', 4000: '4 seg' },
  },
  coupon: {
    label: 'O seu bilhete',
    event: 'Evento',
    places: 'Lugares',
    seats: 'Lugares',
    total: 'Total',
    toFill: 'por escolher',
    heldFor: 'Reservados por',
    heldForOne: 'Reservado por',
    twoMinutes: 'Só faltam dois minutos para pagar.',
    oneMinute: 'Só falta um minuto para pagar.',
    halfMinute: 'Só faltam trinta segundos para pagar.',
  },
  attract: {
    next: 'Próximo evento',
    alsoOnSale: 'Também à venda',
    touch: 'Toque no ecrã para escolher os seus lugares',
    others: (count) => (count === 1 ? 'e mais um evento' : `e mais ${count} eventos`),
    nothing: 'Nada à venda neste momento',
    nothingBody: 'Os próximos eventos aparecem aqui assim que forem postos à venda.',
  },
  events: {
    title: 'O que quer ver?',
    from: (price) => `desde ${price}`,
    page: (page, pages) => `${page}\u00a0/\u00a0${pages}`,
    previous: 'Anteriores',
    next: 'Seguintes',
    staleTitle: 'A bilheteira não responde neste momento',
    stale: 'Esta é a última lista que recebemos. Continuamos a tentar.',
    back: 'Início',
  },
  party: {
    title: 'Quantos lugares?',
    about: 'Saber mais',
    lead: 'Para si e para quem vem consigo.',
    ways: 'Como escolher',
    best: 'Os melhores lugares',
    mapLead: 'Depois escolhe os seus lugares na planta.',
    remaining: (count) => (count === 1 ? 'Resta um lugar.' : `Restam ${grouped(count)} lugares.`),
    fewer: 'Menos um lugar',
    more: 'Mais um lugar',
    soldOut: 'Esgotado',
    soldOutBody: 'Todos os lugares deste evento estão vendidos. Há outros eventos para ver.',
    otherEvent: 'Outro evento',
  },
  wheelchair: {
    ask: 'Cadeira de rodas + acompanhante',
    about: 'Dois lugares lado a lado, guardados para si',
    none: 'Já não há lugar para cadeira de rodas com acompanhante',
    noneBody: 'O pessoal pode procurar consigo.',
  },
  seatNotes,
  offers: {
    title: (count) => (count === 1 ? 'O melhor lugar' : 'Os melhores lugares'),
    lead: 'Toque nos que prefere.',
    leadOne: 'Toque no que prefere.',
    searching: 'A procurar os seus lugares…',
    holding: 'A reservar os seus lugares…',
    releasing: 'A libertar os seus lugares…',
    take: 'Escolher',
    each: (price) => `${price} por lugar`,
    row: (row) => `Fila ${row}`,
    seats: (numbers) => (numbers.length === 1 ? `lugar ${numbers[0]}` : `lugares ${list.format(numbers)}`),
    place: (sector, row) => `Setor ${sector}, fila ${row}`,
    because: (reasons) => sentence(reasons),
    reason: (reason, about) => ptReasons[reason](about),
    openMap: 'Escolher na planta',
    where: 'Onde ficam estes lugares?',
    changeCount: 'Mudar o número',
    none: (count) => (count === 1 ? 'Não há lugares livres' : `Não há lugares livres para ${count}`),
    noneBody: 'Tente com menos lugares, ou veja na planta o que resta.',
  },
  wishes: {
    open: 'Bancada e preço',
    title: 'Que bancada, a que preço?',
    lead: 'Diga-nos onde procurar os seus lugares.',
    zones: 'Bancada',
    anyZone: 'Todas as bancadas',
    left: (count) => (count === 0 ? 'Esgotado' : count === 1 ? '1 livre' : `${grouped(count)} livres`),
    prices: 'Preço por lugar',
    anyPrice: 'Todos os preços',
    upTo: (price) => `Até ${price}`,
    show: 'Ver os lugares',
    back: 'Deixar como está',
    clear: 'Procurar em todo o lado',
    none: 'Aqui já não há lugares',
    noneBody: (wish) => `${wish}: não há lugares suficientes. Procure em todo o lado, ou mude o número de lugares.`,
  },
  map: {
    title: 'Onde quer ficar?',
    sectionTitle: (section) => `Setor ${section}`,
    lead: (count) => `Escolha ${places(count)}.`,
    picked: (picked, wanted) => `${picked} de ${wanted}`,
    fewer: (picked, wanted) => `${picked} de ${wanted}: mais ${places(wanted - picked)}, ou só ${picked}?`,
    takeOnly: (count) => `Reservar só ${places(count)}`,
    take: (count) => (count < 2 ? 'Reservar este lugar' : `Reservar estes ${count} lugares`),
    whole: 'Outro setor',
    best: 'Os nossos melhores lugares',
    asList: 'Lista',
    asMap: 'Planta',
    oneByOne: 'Um a um',
    together: 'Lado a lado',
    grouped: 'Em grupo',
    staleTitle: 'Esta planta não está atualizada',
    stale: 'A bilheteira não responde. Continuamos a tentar.',
  },
  review: {
    title: 'Confira e pague',
    freeTitle: 'Confira e retire os seus bilhetes',
    gate: 'Porta',
    sector: 'Setor',
    row: 'Fila',
    seat: 'Lugar',
    seats: 'Lugares',
    route: 'O seu caminho',
    view: 'Mais ou menos o que vai ver',
    pay: { card: 'Pagar com cartão', cash: 'Pagar em numerário', notes: 'Pagar com notas' },
    change: 'Mudar de lugares',
    remove: 'Retirar um lugar',
    removeTitle: 'Que lugar quer retirar?',
    removeLead: 'Os outros continuam reservados.',
    takeOut: 'Retirar',
    prices: 'Preços',
    each: (count: string, price: string) => `· ${count} × ${price}`,
    fees: 'Taxas de serviço',
    noFees: 'nenhuma',
    feesAndTaxes: 'Taxas de serviço e impostos',
    noFeesAndTaxes: 'nenhum',
    taxOf: (rate: string) => `IVA ${rate}% incluído`,
  },
  terms: {
    title: 'Condições e privacidade',
    conditions: 'Condições de venda',
    privacy: 'Privacidade',
    read: 'Ler as condições',
    missing: 'Este texto não pode ser lido agora. Peça-o a um assistente.',
    otherLanguage: (language: string) => `Este texto só existe noutra língua: ${language}.`,
    accept: (seller: string) => `Ao pagar, aceita as condições de venda${seller === '' ? '' : ` de ${seller}`}.`,
    acceptFree: (seller: string) =>
      `Ao retirar estes bilhetes, aceita as condições de venda${seller === '' ? '' : ` de ${seller}`}.`,
  },
  paying: ptPaying,
  pictures: ptPictures,
  around: {
    terminal: {
      left: 'O terminal está à esquerda',
      right: 'O terminal está à direita',
      above: 'O terminal está por cima do ecrã',
      below: 'O terminal está por baixo do ecrã',
    },
    tickets: {
      left: 'Os bilhetes saem à esquerda',
      right: 'Os bilhetes saem à direita',
      above: 'Os bilhetes saem por cima do ecrã',
      below: 'Os bilhetes saem por baixo do ecrã',
    },
    notes: {
      left: 'O leitor de notas está à esquerda',
      right: 'O leitor de notas está à direita',
      above: 'O leitor de notas está por cima do ecrã',
      below: 'O leitor de notas está por baixo do ecrã',
    },
    help: {
      left: 'Um funcionário pode ajudar, à esquerda',
      right: 'Um funcionário pode ajudar, à direita',
      above: 'Um funcionário pode ajudar, por cima do ecrã',
      below: 'Um funcionário pode ajudar, por baixo do ecrã',
    },
  },
  notes: ptNotes,
  card: {
    device: ptDevice,
    onTerminal: 'No terminal',
    waiting: 'Apresente o seu cartão',
    waitingBody: 'O terminal está ao lado deste ecrã. Siga as instruções.',
    asking: 'A verificar o seu pagamento',
    askingBody: 'O terminal não respondeu. Não pague uma segunda vez: estamos a verificar se o pagamento foi feito.',
    due: 'A pagar',
    cancel: 'Anular o pagamento',
  },
  cash: {
    title: 'Chame um funcionário',
    body: (amount) => `Prepare ${amount} em numerário. O funcionário recebe-o aqui e depois os bilhetes são impressos.`,
    due: 'A pagar',
    pin: 'Código do funcionário',
    demoPin: (pin) => `Demonstração: ${pin}`,
    pinEntered: (count) => (count === 1 ? '1 algarismo introduzido' : `${count} algarismos introduzidos`),
    received: 'Quantia recebida',
    exact: 'Quantia certa',
    change: 'Troco',
    missing: 'Ainda falta',
    next: 'Seguinte',
    take: 'Receber o dinheiro',
    much: (received, change) => ({
      title: `${received} recebidos`,
      body: `O troco seria de ${change}. Conte de novo antes de confirmar.`,
    }),
    takeMuch: (received) => `Sim, recebi ${received}`,
    erase: 'Apagar o último algarismo',
    cancel: 'Não pagar agora',
  },
  confirming: {
    title: 'A confirmar os seus lugares',
    body: 'O seu pagamento está registado.',
    slowTitle: 'Só mais um pouco',
    slowBody:
      'A bilheteira demora a responder. O seu pagamento está registado: não pague uma segunda vez e fique perto do ecrã.',
  },
  printing: {
    title: (count) => (count === 1 ? 'O seu bilhete está a ser impresso' : 'Os seus bilhetes estão a ser impressos'),
    body: 'Saem um a um: espere pelo último.',
    bodyOne: 'Sai dentro de um momento.',
    awaited: {
      title: 'A impressora está ocupada',
      body: 'Talvez sirva outra caixa: esperamos alguns segundos.',
    },
    standsIn: 'Saem da impressora de reserva: se não a vê, pergunte a um funcionário.',
    readBack: 'Apresente cada bilhete ao leitor quando sair.',
    anotherCode: 'Não é este bilhete: apresente o que acaba de sair.',
    state: (state) => ptPrintStates[state],
    copy: (copy) => `Segunda via ${copy}`,
  },
  printProblem: {
    title: 'A impressora parou',
    body: 'Os lugares estão pagos e os bilhetes registados: nada se perdeu. Um funcionário vai pôr a impressora a funcionar.',
    retry: 'Imprimir o resto',
    reason: (reason) => ptPrinterReasons[reason] ?? 'A impressora não responde corretamente',
    printed: (printed, count) =>
      printed === 0 ? 'Ainda não saiu nenhum bilhete.' : `Já saíram ${printed} de ${count}.`,
  },
  done: {
    title: (count) => (count === 1 ? 'Leve o seu bilhete' : `Leve os seus ${count} bilhetes`),
    gate: 'A sua porta',
    seats: (numbers) => (numbers.length === 1 ? `Lugar ${numbers[0]}` : `Lugares ${list.format(numbers)}`),
    wish: 'Bom jogo, e obrigado!',
    wishShow: 'Bom espetáculo, e obrigado!',
    change: 'O seu troco',
    finish: 'Terminar',
    ticket: ({ ticket, tickets, tribune, gate, row, seat }) =>
      `Bilhete ${ticket} de ${tickets} com o seu código QR: ${tribune}, porta ${gate}, fila ${row}, lugar ${seat}`,
    openTickets: 'Abrir o PDF',
    closesIn: (seconds) => `Este ecrã fecha dentro de ${seconds} s`,
  },
  collecting: {
    open: 'A minha referência',
    title: 'Introduza a sua referência',
    lead: 'As suas seis letras e algarismos estão no seu talão ou na sua fotografia.',
    erase: 'Apagar o último carácter',
    comeBack: {
      title: 'Volte com esta referência',
      body: 'O operador ainda não confirmou o pagamento e continuamos a verificar. Não pague uma segunda vez.',
      later:
        'Assim que o pagamento for aceite, os seus bilhetes esperam-no neste quiosque: toque em «A minha referência».',
    },
    slip: {
      coming: 'O seu talão está a ser impresso.',
      printed: 'Leve o seu talão: a referência está lá.',
      none: 'Fotografe este ecrã.',
    },
    ready: {
      title: 'O seu pagamento foi aceite',
      body: 'Os seus bilhetes estão à espera: imprima-os quando quiser.',
      print: 'Imprimir os meus bilhetes',
      later: 'Mais tarde, com a referência',
    },
    answer: (state, sum) => ptCollected[state](sum),
  },
  refundDue: {
    title: 'Devemos-lhe um reembolso',
    body: 'Pagou, mas a bilheteira não lhe pôde dar estes lugares. Não foi emitido nenhum bilhete.',
    todo: 'Mostre esta referência a um funcionário, que lhe devolverá a quantia total.',
  },
  needsStaff: {
    title: 'Peça ajuda a um funcionário',
    body: (reason) => ptStaffReasons[reason],
    todo: 'Mostre esta referência a um funcionário: ela abre a sua compra.',
  },
  staff: {
    reference: 'Referência',
    amount: 'Quantia',
    finish: 'Já tenho a referência',
    qr: 'Código QR da referência',
    ifStuck: 'Se o quiosque não recomeçar, mostre esta referência a um funcionário.',
    enter: 'Só para funcionários',
  },
  money: {
    'no-sale': 'Se já pagou, a sua compra está registada.',
    none: 'Nada foi pago.',
    'left-open': 'Estamos a verificar o seu pagamento. Se já pagou, o dinheiro é-lhe devolvido.',
    pending: 'Estamos a verificar o seu pagamento: não pague outra vez.',
    partly: 'O que já pagou está registado.',
    paid: 'O seu pagamento está registado.',
    owed: 'O dinheiro é-lhe devolvido.',
    closed: 'Se já pagou, a sua compra está registada.',
  },
  ended: {
    expiredTitle: 'O tempo acabou',
    expiredBody: (money) => `Os seus lugares já não estão reservados. ${money}`,
    faultTitle: 'A sua compra foi interrompida',
    faultBody: (money) => `O quiosque avariou. ${money} Os seus lugares vão ser libertados.`,
    again: 'Escolher de novo',
  },
  outOfService: {
    title: 'Quiosque temporariamente indisponível',
    partner: 'A bilheteira não responde. Assim que responder, poderá comprar aqui.',
    printer: 'A impressora precisa de um funcionário. Assim que estiver pronta, poderá comprar aqui.',
    storage: 'A memória do quiosque está cheia. Assim que um funcionário libertar espaço, poderá comprar aqui.',
    refused: 'A bilheteira não aceita vendas neste momento. Assim que estiver resolvido, poderá comprar aqui.',
    payment: 'De momento não é possível pagar aqui. Assim que estiver resolvido, poderá comprar aqui.',
    restart: 'O quiosque está a reiniciar. Poderá comprar aqui dentro de momentos.',
    afterPayment: 'Se acabou de pagar, a sua compra está registada: fique aqui, vai continuar.',
    meanwhile:
      'Dirija-se à bilheteira mais próxima. Se acabou de pagar, guarde a sua referência: um funcionário vai tratar disso.',
  },
  idle: {
    title: 'Ainda está aí?',
    held: (seconds) => `Toque no ecrã, senão os seus lugares são libertados dentro de ${seconds} s.`,
    free: (seconds) => `Toque no ecrã, senão voltamos ao início dentro de ${seconds} s.`,
    byKeys: {
      held: (seconds) => `Prima uma tecla, senão os seus lugares são libertados dentro de ${seconds} s.`,
      free: (seconds) => `Prima uma tecla, senão voltamos ao início dentro de ${seconds} s.`,
    },
    stay: 'Sim, continuo',
    leave: 'Não, terminei',
  },
  staffDesk: ptStaffDesk,
  display: {
    training: 'Exercício: aqui nada é vendido, nenhum bilhete é válido.',
    listen: 'Para ouvir, toque no ecrã',
    welcome: 'Bem-vindo',
    restarting: 'Um momento: a caixa está a reiniciar.',
    paying: {
      terminal: 'Aproxime o seu cartão do terminal',
      drawer: 'Pagamento em numerário',
      telephone: (operator) => `Confirme o ${operator} no seu telefone`,
    },
    paid: 'Pago',
    ticketsComing: 'Os seus bilhetes estão a sair',
    backToYou: 'Devolvemos-lhe',
    oneMoment: 'Um momento: estamos a verificar o seu pagamento',
    change: 'O seu troco',
    thanks: 'Obrigado',
  },
  desk: ptDesk,
  service: ptService,
  payment: ptPayment,
  setup: ptSetup,
  files: ptFiles,
  people: ptPeople,
  office: ptOffice,
  shift: ptShift,
  speaking: ptSpeaking,
  startOver: {
    title: 'Recomeçar tudo?',
    body: 'Os seus lugares deixam de estar reservados.',
    yes: 'Sim, recomeçar',
    no: 'Não, fico com os lugares',
  },
  seatMap: ptSeatMap,
  problems: ptProblems,
}

const ptReasons: Readonly<Record<WordedReason, (about: OfferInWords) => string>> = {
  together: ({ count }) => (count === 2 ? 'dois lugares lado a lado' : `${count} lugares lado a lado`),
  'in-sequence': ({ count }) => (count === 2 ? 'dois lugares seguidos' : `${count} lugares seguidos`),
  'split-row': ({ count }) => `na mesma fila, ${count === 2 ? 'mas não lado a lado' : 'em dois grupos'}`,
  'split-rows': () => 'em duas filas vizinhas',
  'in-groups': ({ count, groups, rows }) => `${count} lugares em ${groups} grupos, ${inRows(rows)}`,
  apart: ({ count, rows }) => `${count} lugares separados, ${inRows(rows)}`,
  central: () => 'ao centro do setor',
  'near-gate': ({ gate }) => `o percurso mais curto, a partir da porta ${gate}`,
  'lowest-price': () => 'o preço mais baixo',
  'best-view': () => 'a melhor vista',
  'front-rows': () => 'nas primeiras filas do setor',
  'dearer-zone': ({ zone }) => `na zona ${zone}`,
}

const inRows = (rows: number): string => (rows === 1 ? 'na mesma fila' : `em ${rows} filas`)

const ptPrintStates: Readonly<Record<TicketPrintView['state'], string>> = {
  queued: 'à espera',
  spooling: 'a imprimir',
  printed: 'impresso',
  unknown: 'a verificar',
  failed: 'não saiu',
}

const ptPrinterReasons: Readonly<Record<string, string | undefined>> = {
  'paper-out': 'Já não há papel',
  jammed: 'O papel está encravado',
  offline: 'A impressora está desligada',
  stopped: 'A impressora está parada',
  missing: 'Não se encontra a impressora',
}

const ptStaffReasons: Readonly<Record<StaffReason, string>> = {
  'payment-unknown':
    'O terminal não indicou se o seu cartão foi debitado. Não pague uma segunda vez: um funcionário vai verificar.',
  'cash-unknown':
    'O quiosque parou durante o seu pagamento em numerário. Um funcionário vai verificar consigo se a quantia foi entregue.',
  'service-unreachable': 'Pagou, mas a bilheteira deixou de responder. O quiosque continua a pedir os seus bilhetes.',
  'tickets-differ': 'Pagou, mas a bilheteira enviou bilhetes diferentes dos que pediu. O seu pagamento está registado.',
  'purchase-refused': 'A bilheteira recusou esta compra. Não pague uma segunda vez: um funcionário vai tratar disso.',
  'storage-full':
    'A memória do quiosque está cheia e a sua compra está à espera. Não pague uma segunda vez: continua assim que um funcionário libertar espaço.',
  'program-fault':
    'O quiosque avariou durante a sua compra. Não pague uma segunda vez: um funcionário vai verificar o que foi cobrado.',
}

const ptCollected: Readonly<
  Record<CollectionView['state'], (sum: string) => { readonly title: string; readonly body: string }>
> = {
  asking: () => ({
    title: 'O operador ainda não respondeu',
    body: 'Continuamos a verificar. Espere aqui um momento, ou volte mais tarde com o mesmo código. Não pague uma segunda vez.',
  }),
  buying: () => ({
    title: 'O seu pagamento foi aceite',
    body: 'A bilheteira está a confirmar os seus lugares. Mais um instante: depois os bilhetes são impressos.',
  }),
  printing: () => ({
    title: 'Os seus bilhetes estão a ser impressos',
    body: 'Espere que saia o último.',
  }),
  'not-paid': () => ({
    title: 'Nada foi cobrado',
    body: 'O pagamento não foi concluído, e os seus lugares já não estão reservados. Pode escolher outros.',
  }),
  'refund-due': (sum) => ({
    title: `Devemos-lhe ${sum}`,
    body: 'O seu pagamento chegou tarde: os lugares já não estavam reservados. Mostre o seu talão numa bilheteira para reaver a quantia.',
  }),
  'given-back': () => ({
    title: 'O seu dinheiro foi devolvido',
    body: 'Esta compra está encerrada.',
  }),
  printed: () => ({
    title: 'Estes bilhetes já foram impressos',
    body: 'Saíram deste quiosque. Se não os tem, dirija-se a uma bilheteira.',
  }),
  'ask-staff': () => ({
    title: 'Peça ajuda a um funcionário',
    body: 'Mostre o seu código e esta referência numa bilheteira.',
  }),
}
