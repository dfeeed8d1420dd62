import { ptDeskRefusals } from './desk-refusals.ts'
import { MAX_PHONE_DIGITS, MIN_PHONE_DIGITS } from '../../../shared/domain/money/telephone.ts'
import { tenderNames } from '../../../shared/i18n/pt/words.ts'
import type { Catalogue } from '../fr/catalogue.ts'
import { deviceName } from '../device-name.ts'
import { placeNames } from '../place-names.ts'

const list = new Intl.ListFormat('pt', { type: 'conjunction' })
const choices = new Intl.ListFormat('pt', { type: 'disjunction' })

export const ptDesk: Catalogue['desk'] = {
  title: 'Bilheteira',
  device: (id) => deviceName('Caixa', id),
  signIn: 'Início de turno',
  signInBody: 'Escreva o seu código e prima Enter.',
  training: {
    title: 'Formação',
    body: 'Um supervisor escreve o seu número e código e prime Enter. Nada do que se vende em formação conta; a caixa verdadeira fica bloqueada, tal como está.',
    begin: 'Começar a formação',
    leave: 'Desistir',
    band: 'Nada é vendido, nenhum bilhete dá entrada, a gaveta fica fechada.',
    end: 'Fim da formação',
  },
  pin: 'Código',
  ready: 'Pronto para vender',
  choose: 'O que está à venda?',
  chooseBody: 'Escreva o número e prima Enter.',
  noEvents: 'De momento não há nada à venda.',
  eventStands: { over: 'terminado', begun: 'começado', soldOut: 'esgotado' },
  seatsLeft: (left, count) => (left === 1 ? '1 lugar livre' : `${count} lugares livres`),
  commandLabel: 'Comando',
  eventHint: 'Número do evento',
  sumHint: 'Quantia recebida, ou Enter para a conta certa',
  parked: 'À parte',
  parkedHint: 'Número da venda',
  parkedOver: 'reserva terminada',
  behind: {
    title: 'Em curso',
    count: (count) => `Em curso: ${count}`,
    confirming: (since) => `à espera da bilheteira desde ${since}`,
    printing: (out, of) => `impressão ${out} de ${of}`,
    stopped: (seats) => `ver a impressora, falta ${seats}`,
    asking: 'pagamento por verificar',
    question: 'espera uma resposta',
    back: 'quantia a devolver',
    done: 'bilhetes impressos',
  },
  late: {
    title: (amount) => `Pago ${amount}: a bilheteira não responde`,
    body: 'O dinheiro está recebido e anotado. Os bilhetes imprimem-se sozinhos assim que a bilheteira responder; a venda fica à vista em «Em curso».',
    tell: 'Diga ao cliente',
    words: (amount, number) =>
      `«Está pago: ${amount}. A bilheteira ainda não responde. Guarde o número ${number}: os seus bilhetes saem aqui, ou devolvemos o dinheiro.»`,
    number: 'Número a dar',
  },
  copies: {
    title: 'Reimprimir a última venda',
    body: 'Cada bilhete sai como DUPLICATA. Enter usa o primeiro motivo; um algarismo ou algumas palavras dão outro.',
    hint: 'Motivo, ou Enter',
  },
  papers: {
    out: 'Saíram',
    missing: 'Ainda não saíram',
    doubtful: 'Talvez tenham saído',
    body: 'Ponha a impressora a funcionar e carregue em Enter: só se imprime o que falta.',
    doubt: 'Procure primeiro estes bilhetes. Se estão aí, escreva 1. Se não, Enter imprime-os como DUPLICATA.',
  },
  offers: 'Melhores lugares',
  places: (count) => (count === 1 ? '1 lugar' : `${count} lugares`),
  row: 'Fila',
  seats: 'Lugares',
  gate: 'Porta',
  price: 'Preço',
  toPay: 'A pagar',
  heldFor: 'Reservado por',
  given: 'Troco',
  nothingToGive: 'Conta certa',
  lastSale: (seats, amount) => `Venda anterior: ${seats}, ${amount}`,
  empty: 'Nenhum lugar escolhido',
  emptyBody: 'Os lugares, o preço e o troco aparecem aqui.',
  tenders: tenderNames,
  left: 'Falta pagar',
  inCash: 'Em numerário',
  reference: 'Referência',
  found: 'A venda deste bilhete',
  customer: {
    label: 'Cliente',
    noted: 'anotado',
    title: 'Para quem é?',
    body: 'Nome, telefone, ou ambos: Mariama Bah 622 11 22 33. Depois de #, uma nota para os colegas: # volta às 18 h. Só Enter: ninguém.',
    kept: 'Só se o cliente quiser. Nome e telefone seguem para a bilheteira com a compra, a nota fica aqui. Tudo fica cifrado e é apagado 30 dias depois do evento.',
    hint: 'Nome, telefone, # nota',
  },
  float: {
    body: 'Conte o que a gaveta tem no início do turno e escreva a quantia, por exemplo 200k. 0 se estiver vazia.',
    later: 'mais tarde',
  },
  payerHint: 'Número de telefone do cliente',
  questionHints: {
    moved: '1: sim   ·   2: não',
    'give-up': '1: sim   ·   2: não',
    'not-paid': '1: recusado   ·   2: não pago',
    'pay-back': 'Referência do reembolso, depois Enter',
  },
  attended: {
    card: {
      title: 'Cobre no terminal',
      body: 'Aceite o pagamento, o terminal imprime um talão: escreva o número de autorização que lá está.',
      hint: 'Número de autorização do talão',
    },
    byTelephone: {
      title: 'Cobre no telefone da bilheteira',
      body: 'Chegada a mensagem do operador, escreva o número da transação que lá está.',
      hint: 'Número da transação na mensagem',
    },
    notPaid: 'recusado ou não pago',
  },
  payingBy: {
    terminal: 'Terminal de pagamento: cartão do cliente',
    drawer: 'O cliente conta o dinheiro',
    telephone: (operator) => `O cliente aprova ${operator} no telefone`,
  },
  atTerminal: (shown) => `O terminal diz ao cliente: «${shown}».`,
  askingAgain: (reference) => `Resposta perdida: a perguntar de novo. Referência ${reference}`,
  questions: {
    'not-paid': {
      title: 'Não foi cobrado nada?',
      body: 'Verifique no aparelho: se o dinheiro foi cobrado, volte atrás e escreva o número.',
      yes: 'Recusado pelo aparelho',
      no: 'O cliente paga de outro modo',
    },
    moved: {
      title: 'O pagamento foi feito?',
      body: 'Veja o talão do terminal, a mensagem do operador ou a gaveta.',
      yes: 'Sim, o dinheiro está recebido',
      no: 'Não, nada foi cobrado',
    },
    'give-up': {
      title: 'Devolver o dinheiro e parar a venda?',
      body: 'Uma parte já está paga; os lugares serão libertados.',
      yes: 'Sim, devolver tudo',
      no: 'Não, continuar o pagamento',
    },
    'pay-back': {
      title: 'A devolver ao cliente',
      body: 'Devolva esta quantia e escreva a referência do reembolso. Enter sozinho deixa-a na lista dos funcionários.',
    },
  },
  stages: {
    holding: 'A reservar…',
    releasing: 'A libertar…',
    confirming: 'A confirmar…',
    printing: 'A imprimir…',
    done: 'Vendido',
  },
  problem: {
    'refund-due': 'Há dinheiro a devolver: a venda está na lista dos funcionários. Enter para continuar.',
    'needs-staff': 'Esta venda espera uma resposta na lista dos funcionários. Enter para continuar.',
  },
  partnerDown: 'A bilheteira não responde: nenhuma venda nova.',
  printerDown: 'A impressora não está pronta.',
  printerAwaited: 'A impressora está ocupada, talvez por outra caixa: espera de alguns segundos.',
  enter: 'Enter',
  enterMeans: {
    events: 'escolher',
    search: 'procurar',
    take: 'reservar',
    pay: 'receber',
    recall: 'retomar',
    open: 'abrir',
    next: 'cliente seguinte',
    print: 'imprimir',
    rest: 'imprimir o resto',
    send: 'pedir o pagamento',
    note: 'anotar',
    charged: 'cobrado',
    answer: 'responder',
    goOn: 'continuar',
  },
  leaveOffice: 'voltar',
  commands: {
    'go-back': 'anular',
    events: 'evento',
    map: 'planta',
    card: 'cartão',
    customer: 'cliente',
    park: 'à parte',
    recall: 'retomar',
    behind: 'em curso',
    repeat: 'repetir',
    reprint: 'segunda via',
    files: 'vendas',
    language: 'língua do cliente',
    aloud: 'ler ao cliente',
    switch: 'render',
    office: 'escritório',
    lock: 'bloquear',
    training: 'formação',
  },
  refused: ptDeskRefusals,
  money: {
    'no-sale': 'As vendas anteriores mantêm-se.',
    none: 'Nada foi pago.',
    'left-open': 'Um pagamento desta venda ainda está a ser verificado: se passou, é devolvido.',
    pending: 'Este pagamento ainda não está registado: não cobre uma segunda vez.',
    partly: 'A parte já paga está registada.',
    paid: 'Esta venda está paga e registada.',
    owed: 'O que foi pago é para devolver.',
    closed: 'Esta venda está resolvida.',
  },
  problems: {
    'no-access-code': () => ({
      title: 'Falta o código de acesso deste evento',
      body: 'Um responsável escreve-o no escritório, página «Códigos de acesso».',
    }),
    'partner-refused': (_, paid) => ({
      title: 'A bilheteira não aceitou o pedido',
      body: `${paid} Tente de novo; se continuar, avise um responsável.`,
    }),
    'partner-unclear': (_, paid) => ({
      title: 'A resposta da bilheteira não se consegue ler',
      body: `${paid} Tente de novo; se continuar, avise um responsável.`,
    }),
    'session-expired': (_, paid) => ({
      title: 'O tempo de escolha acabou',
      body: `${paid} Procure os lugares de novo.`,
    }),
    'hold-expired': (_, paid) => ({
      title: 'O tempo acabou',
      body: `Os lugares já não estão reservados. ${paid} Procure-os de novo.`,
    }),
    'payment-cancelled': (_, paid) => ({
      title: 'Pagamento cancelado',
      body: `${paid} Os lugares continuam reservados.`,
    }),
    'too-little-time': (_, paid) => ({
      title: 'Já não há tempo para pagar',
      body: `${paid} Prima Escape e escolha os lugares de novo: o tempo recomeça.`,
    }),
    'printer-not-ready': (_, paid) => ({
      title: 'A impressora não está pronta',
      body: `${paid} Verifique o papel e a tampa, e se outra caixa a está a usar, e tente de novo.`,
    }),
    'purchases-refused': (_, paid) => ({
      title: 'A bilheteira recusa as vendas',
      body: `${paid} Um responsável verifica no escritório, página «Máquina», e retoma as vendas.`,
    }),
    'storage-full': (_, paid) => ({
      title: 'O disco desta caixa está cheio',
      body: `${paid} Liberte espaço no disco e tente de novo; as vendas que esperam continuam sozinhas.`,
    }),
    'invalid-input': (_, paid) => ({
      title: 'Este pedido não passou',
      body: `${paid} Tente de novo; se continuar, avise um responsável.`,
    }),
    forbidden: (_, paid) => ({
      title: 'Este ecrã não pode fazer isso',
      body: `${paid} Avise um responsável.`,
    }),
    'bridge-lost': (_, paid) => ({
      title: 'A caixa está a reiniciar',
      body: `${paid} Espere um momento: este ecrã continua sozinho.`,
    }),
    internal: ({ incident }, paid) => ({
      title: 'Algo correu mal',
      body: `${paid} Tente de novo; se continuar, dê este número a um responsável: ${incident}.`,
    }),
    'event-ended': (_, paid) => ({
      title: 'Este evento terminou',
      body: `${paid} A bilheteira já não vende lugares para ele; os já reservados ainda podem ser pagos. Escolha outro evento.`,
    }),
    'hold-refused': ({ code, limit }, paid) =>
      code === 'SEAT_LIMIT'
        ? {
            title: 'A bilheteira aceita menos lugares por venda',
            body:
              limit === undefined
                ? 'Faça várias vendas, cada uma com menos lugares.'
                : `No máximo ${limit} de cada vez: faça várias vendas.`,
          }
        : { title: 'A bilheteira não reservou estes lugares', body: `${paid} Escolha outros.` },
    'seat-taken': ({ seatCodes }, paid) => ({
      title:
        seatCodes.length === 1
          ? `O lugar ${seatCodes.join()} acabou de ser ocupado`
          : `Os lugares ${seatCodes.join(', ')} acabaram de ser ocupados`,
      body: `Alguém foi mais rápido. ${paid} Escolha outros.`,
    }),
    'no-count': ({ limit }) => ({
      title: 'Quantos lugares?',
      body: `Comece pelo número, de 1 a ${limit}: «4 tribune nord».`,
    }),
    'which-line': ({ typed, lines }) => ({
      title: `«${typed}» tem vários sentidos`,
      body: `Escreva ${choices.format(lines.map((line) => `«${line}»`))}.`,
    }),
    'not-seats': ({ typed }) => ({
      title: `«${typed}»: que lugares?`,
      body: 'Escreva os números depois da fila: «F 12-15» ou «F 12,14».',
    }),
    'which-place': ({ words, places }) => ({
      title: `«${words}»: onde exatamente?`,
      body: `Precise: ${choices.format(placeNames(places))}.`,
    }),
    'one-price': () => ({
      title: 'Cada lugar vende-se ao seu preço',
      body: 'Convites, ofertas, preços reduzidos e vales pedem-se ao organizador: só ele os pode conceder.',
    }),
    'unknown-place': ({ words }) => ({
      title: `Aqui não há «${words}»`,
      body: 'Indique uma bancada, uma zona ou um setor da sala.',
    }),
    'unknown-row': ({ row }) => ({ title: `Não há fila ${row.toUpperCase()}`, body: 'Verifique a fila neste setor.' }),
    'unknown-seat': ({ numbers }) => ({
      title: `Não há lugar ${list.format(numbers.map(String))}`,
      body: 'Esse número não existe nesta fila.',
    }),
    'nothing-free': () => ({ title: 'Não há lugares que cheguem', body: 'Tente outra bancada, ou menos lugares.' }),
    'not-a-sum': () => ({ title: 'Isso não é uma quantia', body: 'Escreva algarismos: 500000, 500k ou 1,5m.' }),
    'ambiguous-sum': ({ typed, grouped, decimal, currency }) => ({
      title: `“${typed}”: ${grouped} ou ${decimal} ${currency}?`,
      body: `Para a primeira quantia, escreva ${grouped} sem ponto nem vírgula; para a outra, um ou dois algarismos depois da vírgula.`,
    }),
    'much-received': ({ received, due, currency }, _, money) => ({
      title: `${money(received, currency)} recebidos para pagar ${money(due, currency)}`,
      body: `O troco seria de ${money(received - due, currency)}. Conte de novo; se estiver certo, escreva a mesma quantia outra vez.`,
    }),
    'nothing-parked': () => ({
      title: 'Nenhuma venda à parte',
      body: 'Ponha à parte uma venda por pagar; ela guarda os lugares.',
    }),
    'nothing-to-repeat': () => ({
      title: 'Nada a repetir',
      body: 'Venda primeiro alguns lugares; depois uma tecla repete o mesmo pedido.',
    }),
    'nothing-to-reprint': () => ({
      title: 'Nada a reimprimir',
      body: 'A última venda desta caixa não tem bilhetes a refazer.',
    }),
    'last-goes-on': () => ({
      title: 'A última venda não acabou',
      body: 'Os seus bilhetes ainda saem, ou esperam: veja «Em curso».',
    }),
    'copies-ordered': ({ count }) => ({
      title: count === 1 ? 'Imprime-se uma segunda via' : `Imprimem-se ${count} segundas vias`,
      body: 'Pode continuar a vender.',
    }),
    'copies-out': ({ count, wanted }) =>
      count === wanted
        ? {
            title: count === 1 ? 'Saiu a segunda via' : `Saíram ${count} segundas vias`,
            body: 'Entregue-as ao cliente.',
          }
        : {
            title: `${count} de ${wanted} ${wanted === 1 ? 'segunda via' : 'segundas vias'}`,
            body: 'Veja a impressora e tente de novo.',
          },
    'partner-unreachable': () => ({
      title: 'A bilheteira não responde',
      body: 'Nada se perde: a sua linha fica aqui. Enter tenta de novo; a caixa reabre sozinha quando a bilheteira voltar.',
    }),
    'nothing-behind': () => ({
      title: 'Nenhuma venda em curso',
      body: 'Todas as vendas pagas têm os seus bilhetes.',
    }),
    'no-such-sale': () => ({ title: 'Nenhuma venda tem esse número', body: 'Escolha um número da lista.' }),
    'not-a-number': () => ({
      title: 'Isso não é um número de telefone',
      body: `Escreva de ${MIN_PHONE_DIGITS} a ${MAX_PHONE_DIGITS} algarismos, com ou sem +.`,
    }),
    'which-figures': ({ typed }) => ({
      title: `«${typed}»: onde começa o número?`,
      body: 'Ponha uma vírgula antes do número, ou um + antes do indicativo do país.',
    }),
    'too-long': ({ field, limit }) => ({
      title: `${limit} caracteres no máximo`,
      body: `Encurte ${{ name: 'o nome', note: 'a nota', reason: 'o motivo', reference: 'o número' }[field]}.`,
    }),
    'card-number': () => ({ title: 'Parece um número de cartão', body: 'Um número de cartão nunca se escreve aqui.' }),
    'no-approval': () => ({
      title: 'Não é um número de autorização',
      body: 'Copie o do talão ou da mensagem: pelo menos 4 letras ou algarismos.',
    }),
    'key-failed': (_, paid) => ({
      title: 'Essa tecla não foi executada',
      body: `${paid} Tente de novo; se continuar, avise um responsável.`,
    }),
    'one-or-two': () => ({ title: 'Responda 1 ou 2', body: 'Verifique primeiro, depois escreva 1 ou 2.' }),
    'no-such-ticket': () => ({
      title: 'Nenhuma venda daqui tem este bilhete',
      body: 'Foi vendido noutro lado, ou não é um bilhete.',
    }),
    incomplete: ({ field }) =>
      ({
        reason: { title: 'Falta o motivo', body: 'Escolha-o na lista, ou escreva-o.' },
        receipt: { title: 'Falta o número do recibo', body: 'Copie o do talão do terminal ou da mensagem.' },
        pin: {
          title: 'Um código tem pelo menos 4 algarismos',
          body: 'Para outra pessoa, digite primeiro o número dela.',
        },
      })[field],
    'no-such-event': () => ({ title: 'Nenhum evento tem esse número', body: 'Escolha um número da lista.' }),
  },
}
