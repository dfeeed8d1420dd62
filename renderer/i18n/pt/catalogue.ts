import type { CollectionView, StaffReason, TicketPrintView } from '../../../shared/api/kiosk/views.ts'
import type { Catalogue, OfferInWords, WordedReason } from '../fr/catalogue.ts'
import { ptDesk } from './desk.ts'
import { ptDevice, ptNotes, ptPaying, ptPictures, ptSeatMap, ptSpeaking, ptTelephone } from './kiosk.ts'
import { ptFiles, ptPeople, ptService, ptShift, ptStaffDesk } from './staff.ts'
import { ptProblems } from './problems.ts'
import { ptPayment, ptSetup } from './setup.ts'
import { ptOffice } from './office.ts'
import { screenRestart, seatNotes } from '../../../shared/i18n/pt/words.ts'
import { deviceName } from '../names.ts'

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
    label: 'Ajuda e definições',
    language: 'Idioma',
    hear: (name) => `Ouvir: ${name}`,
    largeText: 'Ampliar',
    normalText: 'Reduzir',
    startOver: 'Recomeçar',
    training: 'FORMAÇÃO',
    demo: 'Demonstração',
    demoInFull: 'Demonstração: bilhetes sem validade.',
    device: (id) => deviceName('Quiosque', id),
  },
  access: {
    title: 'Acessibilidade',
    lead: 'Estas definições só se aplicam à sua compra.',
    aid: {
      largeText: 'Texto aumentado',
      contrast: 'Alto contraste',
      lowReach: 'Botões em baixo',
      calm: 'Sem som nem animação',
      spoken: 'Leitura em voz alta',
      pictures: 'Compra por imagens',
    },
    about: {
      largeText: 'Texto 50 % maior',
      contrast: 'Preto no branco, contornos reforçados',
      lowReach: 'Tudo ao alcance de quem está sentado',
      calm: 'Um ecrã silencioso e parado',
      spoken: 'Cada ecrã é lido em voz alta',
      pictures: 'Sem leitura: toque e ouça',
    },
    done: 'Concluído',
  },
  keys: {
    chosen: 'selecionado',
    unavailable: 'indisponível',
    oneButton: 'Um só botão',
    oneButtonAbout: 'Prima quando a moldura rodear a sua escolha',
    speed: 'Pausa em cada opção',
    every: { 1000: '1 seg', 1500: '1,5 seg', 2500: '2,5 seg', 4000: '4 seg' },
  },
  coupon: {
    label: 'O seu pedido',
    event: 'Evento',
    places: 'Lugares',
    seats: 'Lugares',
    total: 'Total',
    totalFor: (count) => `Total para ${places(count)}`,
    toFill: 'por escolher',
    heldFor: 'Lugares bloqueados por mais',
    heldForOne: 'Lugar bloqueado por mais',
    twoMinutes: 'Tem dois minutos para pagar.',
    oneMinute: 'Tem um minuto para pagar.',
    halfMinute: 'Tem trinta segundos para pagar.',
  },
  attract: {
    touch: 'Comprar bilhetes',
    upcoming: 'Próximos eventos',
    all: 'Tudo',
    languages: 'Outros idiomas',
    nothing: 'Nenhum evento à venda de momento',
    nothingBody: 'Os próximos eventos aparecem aqui assim que forem postos à venda.',
  },
  events: {
    title: 'Eventos',
    from: (price) => `desde ${price}`,
    page: (page, pages) => `${page}\u00a0/\u00a0${pages}`,
    previous: 'Página anterior',
    next: 'Página seguinte',
    staleTitle: 'Lista por atualizar',
    stale: 'Última lista conhecida. A atualizar…',
    back: 'Início',
  },
  party: {
    title: 'Quantos lugares?',
    about: 'Saber mais',
    more: (limit) => `Mais de ${limit}: na bilheteira`,
    soldOut: 'Esgotado',
    soldOutBody: 'Já não há lugares à venda. Veja os outros eventos.',
    otherEvent: 'Outro evento',
  },
  wheelchair: {
    ask: 'Cadeira de rodas + acompanhante',
    about: 'Dois lugares lado a lado, reservados a pessoas em cadeira de rodas',
    none: 'Nenhum lugar disponível para cadeira de rodas com acompanhante',
    noneBody: 'Um funcionário pode ajudar a encontrar um lugar.',
  },
  seatNotes,
  offers: {
    title: (count) => (count === 1 ? 'Melhor lugar' : 'Melhores lugares'),
    lead: 'Toque na proposta que prefere.',
    searching: 'À procura de lugares…',
    holding: 'A bloquear os seus lugares…',
    releasing: 'A libertar estes lugares…',
    take: 'Escolher',
    labels: {
      cheapest: 'A mais barata',
      bestView: 'A melhor vista',
      nearest: 'A mais próxima',
    },
    each: (price) => `${price} por lugar`,
    row: (row) => `Fila ${row}`,
    seats: (numbers) => (numbers.length === 1 ? `lugar ${numbers[0]}` : `lugares ${list.format(numbers)}`),
    place: (sector, row) => `Setor ${sector}, fila ${row}`,
    because: (reasons) => sentence(reasons),
    reason: (reason, about) => ptReasons[reason](about),
    openMap: 'Escolher na planta',
    none: (count) => (count === 1 ? 'Nenhum lugar disponível' : `Nenhuma proposta para ${count} lugares`),
    noneBody: (count) =>
      count === 1 ? 'Consulte a planta ou fale com um funcionário.' : 'Escolha menos lugares ou consulte a planta.',
  },
  wishes: {
    open: 'Preços',
    title: 'Categoria e preço',
    lead: 'Escolha uma categoria.',
    anyZone: 'Todas as categorias',
    left: (count) => (count === 0 ? 'Esgotado' : count === 1 ? '1 lugar' : `${grouped(count)} lugares`),
    clear: 'Limpar filtros',
    none: 'Nenhuma proposta com estes filtros',
    noneBody: (wish) => `${wish}: não há lugares suficientes. Limpe os filtros ou altere o número de lugares.`,
  },
  map: {
    title: 'Onde quer ficar?',
    sectionTitle: (section) => `Setor ${section}`,
    lead: 'Toque num lugar para o escolher.',
    take: (count, seat) => (count === 1 ? `Escolher o lugar ${seat}` : `Escolher estes ${places(count)}`),
    more: 'ou toque noutro para o juntar',
    whole: 'Outro setor',
    best: 'Melhores lugares',
    asList: 'Lista',
    asMap: 'Planta',
    staleTitle: 'Planta por atualizar',
    stale: 'A atualizar…',
  },
  review: {
    title: 'O seu pedido',
    gate: 'Porta',
    sector: 'Setor',
    row: 'Fila',
    seat: 'Lugar',
    seats: 'Lugares',
    route: 'Como chegar aos seus lugares',
    view: 'Vista aproximada dos seus lugares',
    how: 'Como quer pagar?',
    pay: { card: 'Cartão', cash: 'Numerário', notes: 'Notas de banco' },
    others: 'Ou mudar de oferta',
    change: 'Escolher outros lugares',
    remove: 'Menos lugares',
    removeTitle: 'Que lugar quer retirar?',
    removeLead: 'Os outros lugares continuam bloqueados.',
    takeOut: 'Retirar',
    prices: 'Preços',
    each: (count: string, price: string) => `${count} × ${price}`,
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
    read: 'Condições',
    missing: 'Este texto não está disponível de momento. Peça-o a um funcionário.',
    otherLanguage: (language: string) => `Este texto só está disponível noutra língua: ${language}.`,
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
      left: 'A entrada de notas está à esquerda',
      right: 'A entrada de notas está à direita',
      above: 'A entrada de notas está por cima do ecrã',
      below: 'A entrada de notas está por baixo do ecrã',
    },
    help: {
      left: 'Precisa de ajuda? Há um funcionário à esquerda.',
      right: 'Precisa de ajuda? Há um funcionário à direita.',
    },
  },
  notes: ptNotes,
  card: {
    device: ptDevice,
    onTerminal: 'Indicado no terminal de pagamento',
    waiting: 'Apresente o cartão',
    waitingBody: 'Siga as instruções do terminal de pagamento, ao lado do ecrã.',
    asking: 'A verificar o seu pagamento',
    askingBody: 'Estamos a verificar se o seu pagamento foi aceite. Não pague outra vez.',
    due: 'A pagar',
    cancel: 'Anular o pagamento',
  },
  cash: {
    title: 'Dirija-se a um funcionário',
    body: (amount) =>
      `Prepare ${amount} em numerário. Os bilhetes são impressos assim que o funcionário receber o pagamento.`,
    prepare: 'Prepare, em numerário',
    example: (notes) => `Por exemplo, em notas de banco: ${notes}. O funcionário dá o troco.`,
    steps: {
      come: 'Um funcionário vem ao quiosque',
      pay: 'Entrega-lhe o numerário',
      ticket: (count) => (count === 1 ? 'O seu bilhete sai aqui' : `Os seus ${count} bilhetes saem aqui`),
    },
    due: 'A pagar',
    pin: 'Código pessoal',
    demoPin: (pin) => `Demonstração: ${pin}`,
    pinEntered: (count) => (count === 1 ? '1 algarismo introduzido' : `${count} algarismos introduzidos`),
    received: 'Valor recebido',
    exact: 'Valor exato',
    change: 'Troco a dar',
    missing: 'Falta pagar',
    next: 'Seguinte',
    take: 'Confirmar o pagamento',
    much: (received, change) => ({
      title: `Recebeu mesmo ${received}?`,
      body: `O troco seria de ${change}. Conte de novo antes de confirmar.`,
    }),
    takeMuch: (received) => `Sim, recebi ${received}`,
    erase: 'Apagar o último algarismo',
    cancel: 'Pagar de outra forma',
    release: 'Libertar os meus lugares',
  },
  agentCall: {
    button: 'Chamar um funcionário',
    again: 'Chamar outra vez',
    calling: 'A chamar',
    called: 'Um funcionário foi chamado',
    coming: 'Um funcionário vem a caminho',
    since: (time) => `Chamado há ${time}`,
    stay: 'Fique junto deste quiosque.',
    unreachable: 'A chamada não passa',
    unreachableTodo: 'Peça ajuda a um funcionário no local ou vá à bilheteira.',
    late: 'Ainda ninguém veio. Pode pagar de outra forma ou ir à bilheteira. Os seus lugares continuam bloqueados.',
    badge: 'Funcionário: apresente o seu crachá ao leitor',
    badgeRefused: (why) => {
      switch (why.state) {
        case 'refused':
          return { title: 'Crachá recusado', body: 'Abra o seu turno numa caixa ou introduza o seu código pessoal.' }
        case 'unreachable':
          return { title: 'Crachá não verificado', body: 'O servidor não responde. Introduza o seu código pessoal.' }
        case 'locked':
          return {
            title: 'Crachás bloqueados',
            body: `Demasiados crachás recusados. Espere ${why.seconds} s ou introduza o seu código pessoal.`,
          }
      }
    },
  },
  confirming: {
    title: 'A confirmar…',
    body: 'O seu pagamento está registado.',
    slowTitle: 'Aguarde mais um pouco',
    slowBody:
      'Está a demorar mais do que o habitual. O seu pagamento está registado: não pague outra vez e fique junto do quiosque.',
  },
  printing: {
    title: 'A imprimir…',
    body: 'Os seus bilhetes saem um a um: espere pelo último.',
    bodyOne: 'O seu bilhete sai dentro de um momento.',
    awaited: {
      title: 'A impressora está ocupada',
      body: 'Talvez esteja a imprimir para uma bilheteira. Aguarde alguns segundos.',
    },
    fallbackPrinter: 'A impressão faz-se na outra impressora. Se não a vê, pergunte a um funcionário.',
    readBack: 'Assim que um bilhete sair, passe-o pelo leitor de códigos QR.',
    anotherCode: 'Não é o bilhete certo: passe o que acaba de sair.',
    state: (state) => ptPrintStates[state],
    copy: (copy) => `Duplicado ${copy}`,
  },
  printProblem: {
    title: 'A impressora parou',
    body: 'Os seus lugares estão pagos: nada se perdeu. Peça a um funcionário que reinicie a impressora.',
    retry: 'Retomar a impressão',
    reason: (reason) => ptPrinterReasons[reason] ?? 'A impressora não funciona corretamente',
    printed: (printed, count) =>
      printed === 0 ? 'Ainda não saiu nenhum bilhete.' : `Bilhetes que já saíram: ${printed} de ${count}.`,
  },
  done: {
    title: (count) => (count === 1 ? 'Leve o seu bilhete' : `Leve os seus ${count} bilhetes`),
    paid: (sum) => `Está pago: ${sum}.`,
    gate: 'A sua porta',
    seats: (numbers) => (numbers.length === 1 ? `Lugar ${numbers[0]}` : `Lugares ${list.format(numbers)}`),
    goTo: (gates) =>
      gates.length === 1 ? `Dirija-se à porta ${gates[0]}` : `Dirija-se às portas ${list.format(gates)}`,
    show: (count) => (count === 1 ? 'Mostre-o à porta.' : 'Um bilhete por pessoa, para mostrar à porta.'),
    reference: 'A sua referência, em caso de perda',
    wish: 'Bom jogo, e obrigado!',
    wishShow: 'Bom espetáculo, e obrigado!',
    change: 'O seu troco',
    finish: 'Terminar',
    ticket: ({ ticket, tickets, tribune, gate, row, seat }) =>
      `Bilhete ${ticket} de ${tickets} com o seu código QR: ${tribune}, porta ${gate}, fila ${row}, lugar ${seat}`,
    openTickets: 'Abrir o PDF',
    telephone: ptTelephone,
    closesIn: (seconds) => `Fecha dentro de ${seconds} s`,
  },
  collecting: {
    open: 'Levantar os meus bilhetes',
    title: 'Introduza a sua referência',
    lead: 'Seis caracteres, impressos no seu talão de levantamento ou visíveis na sua fotografia.',
    erase: 'Apagar o último carácter',
    ways: {
      lead: 'Toque no que corresponde ao seu caso.',
      code: { name: 'Tenho uma referência', about: 'Bilhetes pagos, ainda não recebidos' },
      lost: { name: 'Perdi o meu bilhete', about: 'Bilhetes já recebidos' },
    },
    lost: {
      title: 'Vá à bilheteira ou fale com um funcionário',
      body: 'Um funcionário encontrará a sua compra e imprimirá um duplicado.',
      bring: 'Diga-lhe uma destas coisas:',
      facts: {
        reference: 'A sua referência',
        seat: 'O seu lugar: setor, fila e número',
        time: 'A hora da compra',
        amount: 'O valor pago',
        phone: 'Os últimos algarismos do seu telefone',
      },
      where: (device) => `Se comprou aqui: ${device}.`,
    },
    comeBack: {
      title: 'Volte com esta referência',
      body: 'O seu pagamento ainda não está confirmado. Continuamos a verificar: não pague outra vez.',
      later:
        'Assim que o pagamento for aceite, os seus bilhetes ficam à espera neste quiosque: toque em «Levantar os meus bilhetes».',
    },
    slip: {
      coming: 'O seu talão de levantamento está a ser impresso.',
      printed: 'Leve o seu talão de levantamento: a referência está impressa nele.',
      none: 'Tire uma fotografia a este ecrã.',
    },
    ready: {
      title: 'O seu pagamento foi aceite',
      body: 'Os seus bilhetes estão à espera: imprima-os quando quiser.',
      print: 'Imprimir os meus bilhetes',
      later: 'Mais tarde, com a minha referência',
    },
    answer: (state, sum) => ptCollected[state](sum),
  },
  refundDue: {
    title: 'Vai ser reembolsado',
    body: 'O seu pagamento está registado, mas não foi possível atribuir-lhe estes lugares. Não foi emitido nenhum bilhete.',
    todo: 'Mostre esta referência a um funcionário: será reembolsado na totalidade.',
  },
  needsStaff: {
    title: 'Peça ajuda a um funcionário',
    body: (reason) => ptStaffReasons[reason],
    todo: 'Mostre esta referência a um funcionário, para que encontre a sua compra.',
  },
  staff: {
    reference: 'Referência',
    amount: 'Valor',
    finish: 'Já anotei a referência',
    qr: 'Código QR da referência',
    ifStuck: 'Se o quiosque deixar de responder, mostre esta referência a um funcionário.',
    enter: 'Só para funcionários',
  },
  money: {
    'no-sale': 'Se já pagou, a sua compra está registada.',
    none: 'Nada foi cobrado.',
    'left-open': 'Estamos a verificar o seu pagamento. Se já pagou, será reembolsado.',
    pending: 'Estamos a verificar o seu pagamento: não pague outra vez.',
    partly: 'O que já pagou está registado.',
    paid: 'O seu pagamento está registado.',
    owed: 'Será reembolsado.',
    closed: 'Se já pagou, a sua compra está registada.',
  },
  ended: {
    expiredTitle: 'O tempo acabou',
    expiredBody: (money) => `Os seus lugares já não estão bloqueados. ${money}`,
    faultTitle: 'A sua compra foi interrompida',
    faultBody: (money) => `O quiosque teve um problema. ${money} Os seus lugares vão ser libertados.`,
    again: 'Escolher de novo',
  },
  outOfService: {
    title: 'Quiosque temporariamente indisponível',
    partner: 'O serviço de venda está temporariamente indisponível.',
    printer: 'A impressora precisa da intervenção de um funcionário.',
    storage: 'Este quiosque precisa de um técnico.',
    refused: 'As vendas estão suspensas de momento.',
    payment: 'De momento não é possível pagar aqui.',
    restart: 'O quiosque está a reiniciar. Aguarde um momento.',
    afterPayment:
      'Se acabou de pagar, a sua compra está registada. Fique junto do quiosque: a compra vai ser concluída.',
    meanwhile:
      'Dirija-se à bilheteira mais próxima. Se acabou de pagar, guarde a sua referência e mostre-a a um funcionário.',
  },
  idle: {
    title: 'Quer continuar?',
    held: (seconds) => `Sem resposta, os seus lugares voltam a ser postos à venda dentro de ${seconds} s.`,
    free: (seconds) => `Sem resposta, este ecrã volta ao início dentro de ${seconds} s.`,
    byKeys: {
      held: (seconds) =>
        `Prima uma tecla para continuar. Sem resposta, os seus lugares voltam a ser postos à venda dentro de ${seconds} s.`,
      free: (seconds) =>
        `Prima uma tecla para continuar. Sem resposta, este ecrã volta ao início dentro de ${seconds} s.`,
    },
    stay: 'Sim, continuar',
    leave: 'Não, parar',
  },
  staffDesk: ptStaffDesk,
  display: {
    training: 'Formação: nenhuma venda real, bilhetes sem validade.',
    listen: 'Para ouvir, toque no ecrã',
    welcome: 'Bem-vindo',
    restarting: 'Um momento: a caixa está a reiniciar.',
    paying: {
      terminal: 'Apresente o seu cartão no terminal de pagamento',
      drawer: 'Pagamento em numerário',
      telephone: (operator) => `Confirme o pagamento ${operator} no seu telefone`,
      document: {
        cheque: 'Entregue o seu cheque ao operador de caixa',
        'bank-transfer': 'Mostre a sua ordem de transferência ao operador de caixa',
      },
      account: 'Compra na sua conta',
    },
    paid: 'Pago',
    ticketsComing: 'Os seus bilhetes estão a ser impressos',
    backToYou: 'A reembolsar',
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
    body: 'Os seus lugares voltam a ser postos à venda.',
    yes: 'Sim, recomeçar',
    no: 'Não, manter os meus lugares',
  },
  seatMap: ptSeatMap,
  problems: ptProblems,
}

const ptReasons: Readonly<Record<WordedReason, (about: OfferInWords) => string>> = {
  together: ({ count }) => (count === 2 ? 'dois lugares lado a lado' : `${count} lugares lado a lado`),
  'in-sequence': ({ count }) => (count === 2 ? 'dois números consecutivos' : `${count} números consecutivos`),
  'split-row': ({ count }) => `na mesma fila, ${count === 2 ? 'mas não lado a lado' : 'em dois grupos'}`,
  'split-rows': () => 'em duas filas vizinhas',
  'in-groups': ({ count, groups, rows }) => `${count} lugares em ${groups} grupos, ${inRows(rows)}`,
  apart: ({ count, rows }) => `${count} lugares separados, ${inRows(rows)}`,
  central: () => 'ao centro do setor',
  'near-gate': ({ gate }) => `mais perto da porta ${gate}`,
  'lowest-price': () => 'o preço mais baixo',
  'best-view': () => 'a melhor vista',
  'front-rows': () => 'nas primeiras filas',
  'dearer-zone': ({ zone }) => `numa categoria mais cara (${zone})`,
}

const inRows = (rows: number): string => (rows === 1 ? 'na mesma fila' : `em ${rows} filas`)

const ptPrintStates: Readonly<Record<TicketPrintView['state'], string>> = {
  queued: 'à espera',
  spooling: 'a imprimir',
  printed: 'impresso',
  unknown: 'a verificar',
  failed: 'não impresso',
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
    'Não sabemos se o seu pagamento foi aceite. Não pague outra vez: peça a um funcionário que verifique.',
  'cash-unknown':
    'O quiosque parou durante o seu pagamento em numerário. Peça a um funcionário que verifique consigo se o dinheiro foi entregue.',
  'service-unreachable': 'Pagou, mas os seus bilhetes ainda não chegaram. O quiosque continua a tentar.',
  'tickets-mismatched': 'O seu pagamento está registado, mas os bilhetes recebidos não correspondem ao seu pedido.',
  'purchase-refused':
    'Não foi possível confirmar esta compra. Não pague outra vez: peça a um funcionário que verifique.',
  'storage-full': 'A sua compra está em espera: um técnico tem de intervir. Não pague outra vez.',
  'program-fault':
    'O quiosque teve um problema durante a sua compra. Não pague outra vez: peça a um funcionário que verifique.',
}

const ptCollected: Readonly<
  Record<CollectionView['state'], (sum: string) => { readonly title: string; readonly body: string }>
> = {
  asking: () => ({
    title: 'Pagamento ainda não confirmado',
    body: 'Continuamos a verificar. Espere aqui um momento, ou volte mais tarde com a mesma referência. Não pague outra vez.',
  }),
  buying: () => ({
    title: 'O seu pagamento foi aceite',
    body: 'Estamos a confirmar os seus lugares. Os bilhetes são impressos dentro de um instante.',
  }),
  printing: () => ({
    title: 'Os seus bilhetes estão a ser impressos',
    body: 'Espere que saia o último.',
  }),
  'not-paid': () => ({
    title: 'Nada foi cobrado',
    body: 'O pagamento não foi concluído, e os seus lugares já não estão bloqueados. Pode escolher outros.',
  }),
  'refund-due': (sum) => ({
    title: `Devemos-lhe ${sum}`,
    body: 'O seu pagamento está registado, mas não foi possível atribuir-lhe estes lugares. Mostre o seu talão de levantamento numa bilheteira para ser reembolsado.',
  }),
  'given-back': () => ({
    title: 'Foi reembolsado',
    body: 'Esta compra está concluída.',
  }),
  printed: () => ({
    title: 'Estes bilhetes já foram impressos',
    body: 'Saíram deste quiosque. Se não os tem, dirija-se a uma bilheteira.',
  }),
  'ask-staff': () => ({
    title: 'Peça ajuda a um funcionário',
    body: 'Mostre o seu talão de levantamento e esta referência numa bilheteira.',
  }),
}
