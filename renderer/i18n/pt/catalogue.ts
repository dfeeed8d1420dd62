import type { CollectionView, StaffReason, TicketPrintView } from '../../../shared/kiosk-api/views.ts'
import type { Catalogue, WordedReason } from '../fr/catalogue.ts'
import { ptDesk } from './desk.ts'
import { ptFiles } from './files.ts'
import { ptProblems } from './problems.ts'
import { ptService } from './service.ts'
import { ptPayment } from './payment.ts'
import { ptSetup } from './setup.ts'
import { ptShift } from './shift.ts'
import { ptOffice } from './office.ts'
import { ptPaying } from './paying.ts'
import { ptPeople } from './people.ts'
import { ptSeatMap } from './seat-map.ts'
import { ptStaffDesk } from './staff-desk.ts'
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
    retry: 'Tentar de novo',
    wait: 'Um momento…',
    toEvents: 'Ver os eventos',
    places,
    comma: ', ',
    versus: 'contra',
    city: (name, city) => (city === '' || name.includes(city) ? name : `${name}, ${city}`),
  },
  tools: {
    label: 'Opções e ajuda',
    language: 'Idioma',
    largeText: 'Texto grande',
    normalText: 'Texto normal',
    startOver: 'Recomeçar',
    training: 'FORMAÇÃO',
    demo: 'Demonstração',
    demoInFull: 'Demonstração: estes bilhetes não abrem nenhuma porta.',
    device: (id) => deviceName('Quiosque', id),
  },
  access: {
    title: 'Acessibilidade',
    lead: 'Só para si: depois de si, o ecrã volta ao que era.',
    aid: {
      largeText: 'Texto grande',
      contrast: 'Contraste forte',
      lowReach: 'Ecrã mais baixo',
      spoken: 'Leitura em voz alta',
    },
    about: {
      largeText: 'Letras uma vez e meia maiores',
      contrast: 'Preto no branco, todos os contornos desenhados',
      lowReach: 'Tudo ao alcance da mão, sentado ou baixo',
      spoken: 'Uma voz lê cada ecrã',
    },
    done: 'Está bem assim',
  },
  coupon: {
    label: 'O seu bilhete',
    event: 'Evento',
    places: 'Lugares',
    seats: 'Lugares',
    total: 'Total',
    toFill: 'por escolher',
    heldFor: 'Guardados por',
    heldForOne: 'Guardado por',
    twoMinutes: 'Só faltam dois minutos para pagar.',
  },
  attract: {
    next: 'Próximo evento',
    touch: 'Toque no ecrã para escolher os seus lugares',
    others: (count) => (count === 1 ? 'e mais um evento' : `e mais ${count} eventos`),
    nothing: 'Nada à venda neste momento',
    nothingBody: 'Os próximos eventos aparecem aqui assim que forem postos à venda.',
  },
  events: {
    title: 'O que vem ver?',
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
    lead: 'Para si e para quem vem consigo.',
    remaining: (count) => (count === 1 ? 'Resta um lugar.' : `Restam ${grouped(count)} lugares.`),
    fewer: 'Menos um lugar',
    more: 'Mais um lugar',
    soldOut: 'Esgotado',
    soldOutBody: 'Todos os lugares deste evento estão vendidos. Há outros eventos para ver.',
    otherEvent: 'Outro evento',
  },
  offers: {
    title: (count) => (count === 1 ? 'O melhor lugar' : 'Os melhores lugares'),
    lead: 'Toque nos que prefere.',
    leadOne: 'Toque no que prefere.',
    searching: 'Procuramos os seus lugares…',
    holding: 'Guardamos os seus lugares…',
    releasing: 'Libertamos os seus lugares…',
    take: 'Escolher',
    each: (price) => `${price} por lugar`,
    row: (row) => `Fila ${row}`,
    seats: (numbers) => (numbers.length === 1 ? `lugar ${numbers[0]}` : `lugares ${list.format(numbers)}`),
    place: (sector, row) => `Setor ${sector}, fila ${row}`,
    because: (reasons) => sentence(reasons),
    reason: (reason, count, gate) => ptReasons[reason](count, gate),
    openMap: 'Escolher na planta',
    changeCount: 'Mudar o número',
    none: (count) => (count === 1 ? 'Não há lugares livres' : `Não há lugares livres para ${count}`),
    noneBody: 'Tente com menos lugares, ou veja na planta o que resta.',
  },
  wishes: {
    open: 'Bancada e preço',
    title: 'Que bancada, a que preço?',
    lead: 'Procuramos os seus lugares onde os quiser.',
    zones: 'Bancada',
    anyZone: 'Todas as bancadas',
    left: (count) => (count === 0 ? 'Esgotado' : count === 1 ? '1 livre' : `${grouped(count)} livres`),
    prices: 'Preço do lugar',
    anyPrice: 'Todos os preços',
    upTo: (price) => `Até ${price}`,
    show: 'Ver os lugares',
    back: 'Não mudar nada',
    clear: 'Procurar em todo o lado',
    none: 'Aqui não há nada livre',
    noneBody: (wish) => `${wish}: não há lugares suficientes. Procure em todo o lado, ou mude o número.`,
  },
  map: {
    title: 'Onde quer ficar?',
    sectionTitle: (section) => `Setor ${section}`,
    lead: (count) => `Toque em ${places(count)}.`,
    picked: (picked, wanted) => `${picked} de ${wanted}`,
    take: (count) => (count < 2 ? 'Guardar este lugar' : `Guardar estes ${count} lugares`),
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
    gate: 'Porta',
    sector: 'Setor',
    row: 'Fila',
    seat: 'Lugar',
    seats: 'Lugares',
    route: 'O seu caminho',
    pay: { card: 'Pagar com cartão', cash: 'Pagar em numerário' },
    change: 'Mudar de lugares',
  },
  paying: ptPaying,
  card: {
    starting: 'Preparamos o terminal',
    startingBody: 'Um momento, vai pedir-lhe o cartão.',
    waiting: 'Apresente o seu cartão',
    waitingBody: 'O terminal está ao lado deste ecrã. Siga o que ele diz.',
    asking: 'Verificamos o seu pagamento',
    askingBody: 'O terminal não respondeu. Não pague uma segunda vez: estamos a perguntar-lhe o que fez.',
    due: 'A pagar',
    cancel: 'Anular o pagamento',
  },
  cash: {
    title: 'Pague ao funcionário',
    body: (amount) => `Entregue ${amount} ao funcionário, que confirma aqui. Depois os bilhetes são impressos.`,
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
    title: 'Confirmamos os seus lugares',
    body: 'O seu pagamento está registado.',
    slowTitle: 'Mais um pouco de paciência',
    slowBody:
      'A bilheteira demora a responder. O seu pagamento está registado: não pague uma segunda vez e fique perto do ecrã.',
  },
  printing: {
    title: (count) => (count === 1 ? 'O seu bilhete está a ser impresso' : 'Os seus bilhetes estão a ser impressos'),
    body: 'Saem um a um, deixe-os vir.',
    bodyOne: 'Sai dentro de um momento.',
    standsIn: 'Saem da impressora de reserva: se não a vê, pergunte a um funcionário.',
    readBack: 'Apresente cada bilhete ao leitor quando sair.',
    anotherCode: 'Não é este bilhete: apresente o que acaba de sair.',
    state: (state) => ptPrintStates[state],
    copy: (copy) => `Segunda via ${copy}`,
  },
  printProblem: {
    title: 'A impressora parou',
    body: 'Os lugares estão pagos e os bilhetes registados: nada se perdeu. Um funcionário põe a impressora a funcionar.',
    retry: 'Imprimir o resto',
    reason: (reason) => ptPrinterReasons[reason] ?? 'A impressora não responde como devia',
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
    closesIn: (seconds) => `Este ecrã fecha dentro de ${seconds} s`,
  },
  collecting: {
    open: 'Tenho um código',
    code: 'Código de levantamento',
    title: 'Introduza o seu código de levantamento',
    lead: 'Seis letras e algarismos: estão no seu talão, ou na sua fotografia.',
    erase: 'Apagar o último sinal',
    comeBack: {
      title: 'Volte com este código',
      body: 'O operador ainda não respondeu, e continuamos a perguntar-lhe. Não pague uma segunda vez.',
      later: 'Assim que o pagamento for aceite, os seus bilhetes esperam neste quiosque: toque em «Tenho um código».',
    },
    slip: {
      coming: 'O seu talão está a ser impresso.',
      printed: 'Leve o seu talão: tem o código.',
      none: 'Fotografe este ecrã, ou anote o código.',
    },
    ready: {
      title: 'O seu pagamento foi aceite',
      body: 'Os seus bilhetes estão à espera: são impressos quando os pedir.',
      print: 'Imprimir os meus bilhetes',
      later: 'Mais tarde, com o código',
    },
    answer: (state, sum) => ptCollected[state](sum),
  },
  refundDue: {
    title: 'Devemos-lhe um reembolso',
    body: 'Pagou, mas a bilheteira não lhe pôde dar estes lugares. Não foi emitido nenhum bilhete.',
    todo: 'Mostre esta referência a um funcionário: devolve-lhe a quantia inteira.',
  },
  needsStaff: {
    title: 'Um funcionário tem de ver',
    body: (reason) => ptStaffReasons[reason],
    todo: 'Guarde esta referência e mostre-a a um funcionário.',
  },
  staff: {
    reference: 'Referência',
    amount: 'Quantia',
    finish: 'Tomei nota',
    enter: 'Para funcionários',
  },
  ended: {
    expiredTitle: 'O tempo acabou',
    expiredBody: 'Os seus lugares já não estão guardados. Nada foi pago.',
    faultTitle: 'A sua compra foi interrompida',
    faultBody: 'A máquina teve uma avaria. Nada foi pago; os seus lugares voltam a ficar livres por si.',
    again: 'Escolher de novo',
  },
  outOfService: {
    title: 'Este quiosque faz uma pausa',
    partner: 'A bilheteira não responde. Assim que voltar, este ecrã abre-se sozinho.',
    printer: 'A impressora espera por um funcionário. Assim que estiver pronta, este ecrã abre-se sozinho.',
    storage: 'A memória do quiosque está cheia. Assim que um funcionário libertar espaço, este ecrã abre-se sozinho.',
    refused: 'A bilheteira não aceita vendas neste momento. Assim que estiver resolvido, este ecrã abre-se sozinho.',
    payment: 'De momento não é possível pagar aqui. Assim que estiver resolvido, este ecrã abre-se sozinho.',
    restart: 'O quiosque está a reiniciar. Este ecrã abre-se sozinho.',
    meanwhile: 'Nada foi cobrado. Entretanto, dirija-se à bilheteira mais próxima.',
    afterPayment: 'Se tinha acabado de pagar, a sua venda está registada: fique aqui, continua sozinha.',
    afterRefusal:
      'Dirija-se à bilheteira mais próxima. Se acabou de pagar, guarde a sua referência: um funcionário está a tratar disso.',
  },
  idle: {
    title: 'Ainda está aí?',
    held: (seconds) => `Sem resposta, libertamos os seus lugares dentro de ${seconds} s.`,
    free: (seconds) => `Sem resposta, voltamos ao início dentro de ${seconds} s.`,
    stay: 'Sim, continuo',
    leave: 'Não, terminei',
  },
  staffDesk: ptStaffDesk,
  display: {
    training: 'Exercício: aqui nada é vendido, nenhum bilhete é válido.',
    welcome: 'Bem-vindo',
    paying: {
      terminal: 'Aproxime o seu cartão do terminal',
      drawer: 'Paga em numerário',
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
  startOver: {
    title: 'Recomeçar tudo?',
    body: 'Os seus lugares deixam de estar guardados.',
    yes: 'Sim, recomeçar',
    no: 'Não, fico com os lugares',
  },
  seatMap: ptSeatMap,
  problems: ptProblems,
}

const ptReasons: Readonly<Record<WordedReason, (count: number, gate: string) => string>> = {
  together: (count) => (count === 2 ? 'dois lugares lado a lado' : `${count} lugares lado a lado`),
  'in-sequence': (count) => (count === 2 ? 'dois lugares seguidos' : `${count} lugares seguidos`),
  'split-row': () => 'na mesma fila, em dois grupos',
  'split-rows': () => 'em filas vizinhas',
  central: () => 'bem ao centro',
  'near-gate': (_, gate) => `perto da porta ${gate}`,
  'lowest-price': () => 'o preço mais baixo',
  'best-view': () => 'a melhor vista',
  'front-rows': () => 'nas primeiras filas',
}

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
    'O terminal não disse se o seu cartão foi debitado. Não pague uma segunda vez: um funcionário verifica.',
  'cash-unknown':
    'O quiosque parou durante o seu pagamento em numerário. O funcionário verifica consigo se a quantia foi entregue.',
  'service-unreachable':
    'Pagou, e a bilheteira deixou de responder. O quiosque continua sozinho a pedir os seus bilhetes.',
  'tickets-differ': 'Pagou, e a bilheteira mostra bilhetes diferentes dos que pediu. O seu pagamento está registado.',
  'purchase-refused':
    'A bilheteira recusa esta venda. Não pague uma segunda vez: o seu dinheiro ser-lhe-á devolvido, um funcionário está a tratar disso.',
  'storage-full':
    'A memória do quiosque está cheia e a sua venda está à espera. Não pague uma segunda vez: um funcionário liberta espaço e ela continua sozinha.',
  'program-fault':
    'O quiosque avariou durante a sua venda. Não pague uma segunda vez: um funcionário verifica o que foi cobrado.',
}

const ptCollected: Readonly<
  Record<CollectionView['state'], (sum: string) => { readonly title: string; readonly body: string }>
> = {
  asking: () => ({
    title: 'O operador ainda não respondeu',
    body: 'Continuamos a perguntar-lhe. Espere aqui um momento, ou volte mais tarde com o mesmo código. Não pague uma segunda vez.',
  }),
  buying: () => ({
    title: 'O seu pagamento foi aceite',
    body: 'A bilheteira está a confirmar os seus lugares. Mais um instante: depois os bilhetes são impressos.',
  }),
  printing: () => ({
    title: 'Os seus bilhetes estão a ser impressos',
    body: 'Deixe-os sair.',
  }),
  'not-paid': () => ({
    title: 'Nada foi cobrado',
    body: 'O pagamento não foi concluído, e os seus lugares já não estão reservados. Pode escolher outros.',
  }),
  'refund-due': (sum) => ({
    title: `Devemos-lhe ${sum}`,
    body: 'O seu pagamento chegou quando os lugares já não estavam reservados. Mostre o seu talão numa bilheteira: a quantia é-lhe devolvida.',
  }),
  'given-back': () => ({
    title: 'O seu dinheiro foi devolvido',
    body: 'Esta venda terminou.',
  }),
  printed: () => ({
    title: 'Estes bilhetes já foram impressos',
    body: 'Saíram deste quiosque. Se não os tem, dirija-se a uma bilheteira.',
  }),
  'ask-staff': () => ({
    title: 'Um funcionário tem de ver',
    body: 'Mostre o seu código e esta referência numa bilheteira.',
  }),
}
