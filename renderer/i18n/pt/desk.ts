import { MAX_PHONE_DIGITS, MIN_PHONE_DIGITS } from '../../../shared/domain/money/tender.ts'
import { tenderNames } from '../../../shared/i18n/pt/words.ts'
import type { Catalogue } from '../fr/catalogue.ts'
import { deviceName, placeNames } from '../names.ts'
import type { DeskRefusals } from '../problem-text.ts'

const held = 'Os lugares continuam bloqueados.'

const ptDeskRefusals: DeskRefusals = {
  terminal: {
    declined: {
      title: 'Cartão recusado',
      body: `${held} O banco ou o terminal recusou o pagamento. Proponha outro cartão ou outro meio de pagamento.`,
    },
    'timed-out': {
      title: 'Cartão não apresentado a tempo',
      body: `${held} Recomece quando o cliente tiver o cartão na mão, ou proponha outro meio de pagamento.`,
    },
    'wrong-pin': {
      title: 'Código errado',
      body: `${held} O cliente introduziu demasiados códigos errados. Proponha outro cartão ou outro meio de pagamento.`,
    },
    'card-removed': {
      title: 'Cartão retirado cedo demais',
      body: `${held} Recomece: o cartão tem de ficar no lugar até ao fim do pagamento.`,
    },
    'card-expired': { title: 'Cartão expirado', body: `${held} Proponha outro cartão ou outro meio de pagamento.` },
    'card-not-taken': {
      title: 'Cartão não aceite',
      body: `${held} O terminal não aceita este cartão, ou não o consegue ler. Proponha outro cartão ou outro meio de pagamento.`,
    },
    'not-enough-money': {
      title: 'Saldo insuficiente',
      body: `${held} Proponha outro cartão, ou que uma parte seja paga com outro meio de pagamento.`,
    },
    'over-limit': {
      title: 'Limite do cartão ultrapassado',
      body: `${held} Proponha outro cartão, ou que uma parte seja paga com outro meio de pagamento.`,
    },
    'unknown-payer': {
      title: 'Cartão desconhecido',
      body: `${held} O terminal não aceita este cartão. Proponha outro cartão ou outro meio de pagamento.`,
    },
    'provider-down': {
      title: 'O banco não responde',
      body: `${held} Proponha outro meio de pagamento, ou tente de novo daqui a alguns minutos.`,
    },
    'not-set-up': {
      title: 'Pagamento por cartão indisponível',
      body: `${held} Escolha outro meio de pagamento e avise um responsável: é preciso verificar o contrato ou as definições.`,
    },
    'day-not-closed': {
      title: 'Falta o fecho do dia do terminal',
      body: `${held} Escolha outro meio de pagamento e avise um responsável: o fecho do dia do terminal faz-se na página «Turnos e fechos».`,
    },
    unavailable: {
      title: 'O terminal de pagamento não responde',
      body: `${held} Verifique o aparelho e tente de novo, ou proponha outro meio de pagamento.`,
    },
  },
  telephone: (tender) => ({
    declined: {
      title: 'Pagamento recusado no telefone',
      body: `${held} Pergunte ao cliente se recusou ou introduziu um código errado. Recomece por ${tender}, ou proponha outro meio de pagamento.`,
    },
    'timed-out': {
      title: 'O cliente não confirmou a tempo',
      body: `${held} Pergunte-lhe se o pedido de ${tender} chegou. Recomece quando tiver o telefone na mão.`,
    },
    'not-enough-money': {
      title: `Saldo ${tender} insuficiente`,
      body: `${held} O cliente pode carregar a conta, pagar uma parte de outra forma ou escolher outro meio de pagamento.`,
    },
    'over-limit': {
      title: `Limite da conta ${tender} ultrapassado`,
      body: `${held} Proponha pagar uma parte de outra forma, ou outro meio de pagamento.`,
    },
    'unknown-payer': {
      title: `Este número não tem conta ${tender}`,
      body: `${held} Releia o número com o cliente e corrija-o, ou proponha outro meio de pagamento.`,
    },
    'provider-down': {
      title: `${tender} não responde`,
      body: `${held} Proponha outro meio de pagamento, ou tente de novo daqui a alguns minutos.`,
    },
    'not-set-up': {
      title: `Pagamento ${tender} indisponível`,
      body: `${held} Escolha outro meio de pagamento e avise um responsável: é preciso verificar o contrato ou as definições.`,
    },
    unavailable: {
      title: `${tender} não responde`,
      body: `${held} Tente de novo daqui a um instante, ou proponha outro meio de pagamento.`,
    },
  }),
}

const list = new Intl.ListFormat('pt', { type: 'conjunction' })
const choices = new Intl.ListFormat('pt', { type: 'disjunction' })

export const ptDesk: Catalogue['desk'] = {
  title: 'Venda',
  device: (id) => deviceName('Caixa', id),
  signIn: 'Iniciar sessão',
  signInBody: 'Introduza o seu código e prima Enter.',
  training: {
    title: 'Formação',
    body: 'Um responsável introduz o seu número e código e prime Enter. As vendas de formação não contam; a caixa real continua bloqueada.',
    begin: 'Começar a formação',
    leave: 'Cancelar',
    band: 'Vendas fictícias, bilhetes não válidos, gaveta fechada.',
    end: 'Fim da formação',
  },
  pin: 'Código',
  choose: 'Que evento?',
  noEvents: 'De momento não há eventos à venda.',
  eventStands: { over: 'terminado', begun: 'começado', soldOut: 'esgotado' },
  seatsLeft: (left, count) => (left === 1 ? '1 lugar disponível' : `${count} lugares disponíveis`),
  commandLabel: 'Linha de comando',
  eventHint: 'Número do evento',
  sumHint: 'Valor recebido (Enter = valor exato)',
  parked: 'Em espera',
  parkedHint: 'Número da venda',
  parkedOver: 'lugares libertados',
  behind: {
    title: 'Em curso',
    count: (count) => `Em curso: ${count}`,
    confirming: (since) => `à espera da bilheteira desde ${since}`,
    printing: (out, of) => `impressão ${out} de ${of}`,
    stopped: (seats) => `verificar a impressora: falta ${seats}`,
    asking: 'pagamento a verificar',
    question: 'decisão a tomar',
    back: 'a reembolsar',
    done: 'bilhetes impressos',
  },
  late: {
    title: (amount) => `Pagamento de ${amount} recebido: bilhetes pendentes`,
    body: 'O pagamento está registado. Os bilhetes imprimem-se assim que a bilheteira responder; acompanhe a venda em «Em curso».',
    tell: 'Diga ao cliente',
    words: (amount, number) =>
      `«O seu pagamento de ${amount} está registado. Guarde o número ${number}: os seus bilhetes saem aqui, ou será reembolsado.»`,
    number: 'Número a dar ao cliente',
  },
  copies: {
    title: 'Reimprimir a última venda',
    body: 'Cada bilhete terá a menção DUPLICATA. Enter: primeiro motivo. Ou escreva um número ou um motivo.',
    hint: 'Motivo, ou Enter',
  },
  papers: {
    out: 'Saíram',
    missing: 'Ainda não saíram',
    doubtful: 'Talvez tenham saído',
    body: 'Reinicie a impressora e prima Enter: só se imprimem os bilhetes em falta.',
    doubt:
      'Os bilhetes em «Talvez tenham saído» saíram mesmo? Se sim, escreva 1. Se não, Enter reimprime-os como DUPLICATA.',
  },
  offers: 'Melhores lugares',
  arrowsChange: (search) => `Cima / baixo: ${search}`,
  places: (count) => (count === 1 ? '1 lugar' : `${count} lugares`),
  row: 'Fila',
  seats: 'Lugares',
  gate: 'Porta',
  price: 'Preço',
  toPay: 'A pagar',
  heldFor: 'Bloqueados por mais',
  given: 'Troco',
  nothingToGive: 'Sem troco',
  lastSale: (seats, amount) => `Venda anterior: ${seats}, ${amount}`,
  empty: 'Nenhum lugar escolhido',
  emptyBody: 'Os lugares, o preço e o troco aparecem aqui.',
  tenders: tenderNames,
  left: 'Falta pagar',
  inCash: 'Em numerário',
  reference: 'Referência',
  found: 'Venda deste bilhete',
  customer: {
    label: 'Cliente',
    noted: 'registado',
    title: 'Cliente (facultativo)',
    body: 'Nome, telefone ou ambos, como Mariama Bah 622 11 22 33. Depois de #, uma nota interna, como # volta às 18 h. Para não indicar nada, prima Enter.',
    kept: 'Com o acordo do cliente. O nome e o telefone seguem para a bilheteira; a nota fica aqui. Dados cifrados, apagados depois do evento (30 dias, salvo outra definição).',
    hint: 'Nome, telefone, # nota',
  },
  calls: {
    title: 'Chamadas dos quiosques',
    reasons: { cash: 'dinheiro a receber', problem: 'problema', help: 'pedido de ajuda' },
    since: (time) => `há ${time}`,
    coming: (who) => `${who} vai a caminho`,
    go: 'Vou lá',
    done: 'Tratado',
    unreached: 'Chamadas dos quiosques: o servidor não responde',
    unsent: 'Resposta não enviada: o servidor não responde.',
  },
  badge: {
    open: 'O meu crachá',
    title: 'O seu crachá para os quiosques',
    body: 'Fotografe este código. Num quiosque, substitui o seu código pessoal para receber dinheiro, até ao relatório Z desta caixa. Mais ninguém o deve ver. Um novo crachá anula o anterior.',
    'no-shift': 'Introduza primeiro o fundo de caixa deste turno.',
    'no-number': 'Inicie sessão com o seu número: o código da máquina não tem crachá.',
    unreachable: 'O servidor não responde. Tente de novo dentro de momentos.',
    close: 'Fechar',
  },
  float: {
    body: 'Conte o fundo de caixa e escreva o valor, por exemplo 200k. 0 se a gaveta estiver vazia.',
    later: 'mais tarde',
  },
  payerHint: 'Número de telefone do cliente',
  questionHints: {
    moved: '1: sim   ·   2: não',
    'give-up': '1: sim   ·   2: não',
    'not-paid': '1: recusado   ·   2: paga de outra forma',
    'pay-back': 'Referência do reembolso, depois Enter',
  },
  attended: {
    card: {
      title: 'Cobre no terminal',
      body: 'Depois de aceite o pagamento, escreva o número de autorização impresso no talão do terminal.',
      hint: 'Número de autorização do talão',
    },
    byTelephone: {
      title: 'Cobre no telefone da caixa',
      body: 'Quando chegar a mensagem do operador, escreva o número da transação.',
      hint: 'Número da transação na mensagem',
    },
    document: {
      title: 'Copie o número do documento',
      body: 'Número do cheque, ou referência da ordem de transferência. Depois, um responsável confirma com o seu código.',
      hint: 'Número do documento',
      answersFor: 'O responsável responde pelo pagamento se o dinheiro não chegar.',
    },
    notPaid: 'recusado ou não pago',
  },
  account: {
    title: 'Vender numa conta de cliente',
    payTitle: 'Pagamento de uma conta de cliente',
    find: 'Número da conta, ou parte do nome',
    which: 'Que conta?',
    owes: 'Valor em dívida',
    limit: 'Limite',
    items: 'Vendas a pagar (por omissão, as mais antigas)',
    by: 'Pago por',
    amount: 'Valor pago',
    answersFor: 'O responsável aceita que o cliente pague mais tarde.',
    paid: 'Pagamento registado. O recibo é impresso.',
    paidWithoutPaper: 'Pagamento registado. Nenhum recibo é impresso.',
    printAgain: 'Reimprimir o recibo',
  },
  payingBy: {
    terminal: 'Terminal de pagamento: cartão do cliente',
    drawer: 'Pagamento em numerário',
    telephone: (operator) => `O cliente confirma o pagamento ${operator} no telefone`,
    document: {
      cheque: 'Cheque: copie o número',
      'bank-transfer': 'Transferência: copie a referência da ordem',
    },
    account: 'Venda na conta do cliente',
  },
  atTerminal: (shown) => `O terminal mostra ao cliente: «${shown}».`,
  askingAgain: (reference) => `Sem resposta: nova verificação. Referência ${reference}`,
  questions: {
    'not-paid': {
      title: 'Porque não houve pagamento?',
      body: 'Verifique no aparelho: se o cliente foi cobrado, volte atrás e escreva o número.',
      yes: 'Recusado pelo aparelho',
      no: 'O cliente paga de outra forma',
    },
    moved: {
      title: 'O pagamento foi feito?',
      body: 'Verifique o talão do terminal, a mensagem do operador ou a gaveta.',
      yes: 'Sim, está pago',
      no: 'Não, não está pago',
    },
    'give-up': {
      title: 'Reembolsar e cancelar a venda?',
      body: 'Uma parte já está paga; os lugares serão libertados.',
      yes: 'Sim, reembolsar tudo',
      no: 'Não, continuar o pagamento',
    },
    'pay-back': {
      title: 'A reembolsar ao cliente',
      body: 'Reembolse este valor e escreva a referência do reembolso. Só Enter: tratar mais tarde no escritório, em «Vendas paradas».',
    },
  },
  stages: {
    holding: 'A bloquear os lugares…',
    releasing: 'A libertar os lugares…',
    confirming: 'A confirmar…',
    printing: 'A imprimir…',
    done: 'Vendido',
  },
  problem: {
    'refund-due': 'Cliente a reembolsar: a venda está no escritório, em «Vendas paradas». Enter: continuar.',
    'needs-staff': 'Esta venda espera uma decisão: responda no escritório, em «Vendas paradas». Enter: continuar.',
  },
  partnerDown: 'Bilheteira inacessível: sem novas vendas.',
  printerDown: 'Impressora não pronta.',
  printerAwaited: 'Impressora ocupada, talvez por outra caixa: espera de alguns segundos.',
  enter: 'Enter',
  space: 'Espaço',
  enterMeans: {
    events: 'escolher',
    search: 'procurar',
    take: 'escolher estes lugares',
    pay: 'receber',
    recall: 'retomar',
    open: 'abrir',
    next: 'cliente seguinte',
    print: 'imprimir',
    rest: 'continuar a impressão',
    send: 'pedir o pagamento',
    note: 'guardar',
    charged: 'confirmar',
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
    park: 'pôr em espera',
    recall: 'retomar',
    behind: 'em curso',
    repeat: 'repetir',
    reprint: 'duplicado',
    invoice: 'fatura',
    telephone: 'telemóvel',
    files: 'vendas',
    call: 'chamada',
    badge: 'o meu crachá',
    language: 'língua do cliente',
    aloud: 'leitura em voz alta',
    switch: 'trocar de operador',
    office: 'escritório',
    lock: 'bloquear',
    training: 'formação',
  },
  refused: ptDeskRefusals,
  money: {
    'no-sale': 'As vendas anteriores estão registadas.',
    none: 'Nada foi pago.',
    'left-open': 'Um pagamento desta venda ainda está a ser verificado: se foi feito, será reembolsado.',
    pending: 'Este pagamento ainda não está registado: não cobre uma segunda vez.',
    partly: 'A parte já paga está registada.',
    paid: 'Esta venda está paga e registada.',
    owed: 'O valor pago é para reembolsar.',
    closed: 'Esta venda está concluída.',
  },
  problems: {
    'no-access-code': () => ({
      title: 'Falta o código de acesso deste evento',
      body: 'Peça a um responsável que o introduza: escritório, página «Códigos de acesso».',
    }),
    'partner-refused': (_, paid) => ({
      title: 'A bilheteira recusou o pedido',
      body: `${paid} Tente de novo; se continuar, avise um responsável.`,
    }),
    'partner-unclear': (_, paid) => ({
      title: 'Resposta incorreta da bilheteira',
      body: `${paid} Tente de novo; se continuar, avise um responsável.`,
    }),
    'session-expired': (_, paid) => ({
      title: 'O tempo terminou',
      body: `${paid} Procure os lugares de novo.`,
    }),
    'hold-expired': (_, paid) => ({
      title: 'O tempo terminou',
      body: `Os lugares já não estão bloqueados. ${paid} Procure-os de novo.`,
    }),
    'payment-cancelled': (_, paid) => ({
      title: 'Pagamento cancelado',
      body: `${paid} Os lugares continuam bloqueados.`,
    }),
    'too-little-time': (_, paid) => ({
      title: 'Não há tempo suficiente para pagar',
      body: `${paid} Prima Esc e escolha os lugares de novo: o tempo recomeça do zero.`,
    }),
    'printer-not-ready': (_, paid) => ({
      title: 'A impressora não está pronta',
      body: `${paid} Verifique o papel e a tampa. Se outra caixa estiver a imprimir, espere que termine e tente de novo.`,
    }),
    'purchasing-suspended': (_, paid) => ({
      title: 'A bilheteira recusa as vendas',
      body: `${paid} Peça a um responsável: escritório, página «Máquina», botão «Retomar as vendas».`,
    }),
    'storage-full': (_, paid) => ({
      title: 'O disco desta caixa está cheio',
      body: `${paid} Liberte espaço no disco e tente de novo; as vendas interrompidas continuam sozinhas.`,
    }),
    'invalid-input': (_, paid) => ({
      title: 'Pedido recusado pela máquina',
      body: `${paid} Tente de novo; se continuar, avise um responsável.`,
    }),
    forbidden: (_, paid) => ({
      title: 'Ação impossível neste ecrã',
      body: `${paid} Avise um responsável.`,
    }),
    'bridge-lost': (_, paid) => ({
      title: 'A caixa está a reiniciar',
      body: `${paid} Espere um momento: este ecrã vai voltar.`,
    }),
    internal: ({ incident }, paid) => ({
      title: 'Ocorreu um erro',
      body: `${paid} Tente de novo; se continuar, dê este número a um responsável: ${incident}.`,
    }),
    'event-ended': (_, paid) => ({
      title: 'Este evento terminou',
      body: `${paid} Só os lugares já bloqueados ainda podem ser pagos. Escolha outro evento.`,
    }),
    'hold-refused': ({ code, limit }, paid) =>
      code === 'SEAT_LIMIT'
        ? {
            title: 'Demasiados lugares para uma só venda',
            body:
              limit === undefined
                ? 'Faça várias vendas, cada uma com menos lugares.'
                : `Máximo de ${limit} por venda: faça várias vendas.`,
          }
        : { title: 'A bilheteira não bloqueou estes lugares', body: `${paid} Escolha outros lugares.` },
    'seat-taken': ({ seatCodes }, paid) => ({
      title:
        seatCodes.length === 1
          ? `O lugar ${seatCodes.join()} acabou de ser escolhido`
          : `Os lugares ${seatCodes.join(', ')} acabaram de ser escolhidos`,
      body: `Outro comprador foi mais rápido. ${paid} Escolha de novo.`,
    }),
    'seat-twice': ({ seatCodes }) => ({
      title: `O mesmo lugar duas vezes: ${list.format(seatCodes)}`,
      body: 'Indique cada lugar uma só vez na linha.',
    }),
    'no-count': ({ limit }) => ({
      title: 'Quantos lugares?',
      body: `Comece pelo número, de 1 a ${limit}. Exemplo: «4 tribune nord».`,
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
      title: 'Sem preços reduzidos nem ofertas aqui',
      body: 'Peça ao organizador os convites, ofertas ou preços reduzidos.',
    }),
    'unknown-place': ({ words }) => ({
      title: `«${words}»: local desconhecido`,
      body: 'Indique uma bancada, uma categoria ou um setor do recinto.',
    }),
    'unknown-row': ({ row }) => ({
      title: `Fila ${row.toUpperCase()} inexistente`,
      body: 'Verifique a fila neste setor.',
    }),
    'unknown-seat': ({ numbers }) => ({
      title: `${numbers.length === 1 ? 'Lugar inexistente' : 'Lugares inexistentes'}: ${list.format(numbers.map(String))}`,
      body: numbers.length === 1 ? 'Esse número não existe nesta fila.' : 'Esses números não existem nesta fila.',
    }),
    'nothing-free': () => ({ title: 'Não há lugares suficientes aí', body: 'Tente outra bancada, ou menos lugares.' }),
    'not-a-sum': () => ({ title: 'Valor não válido', body: 'Escreva algarismos: 500000, 500k ou 1,5m.' }),
    'ambiguous-sum': ({ typed, grouped, decimal, currency }) => ({
      title: `«${typed}»: ${grouped} ou ${decimal} ${currency}?`,
      body: `Para o primeiro valor, escreva ${grouped} sem ponto nem vírgula; para o outro, um ou dois algarismos depois da vírgula.`,
    }),
    'much-received': ({ received, due, currency }, _, money) => ({
      title: `${money(received, currency)} recebidos para pagar ${money(due, currency)}`,
      body: `O troco seria de ${money(received - due, currency)}. Conte de novo; se o valor estiver certo, escreva-o outra vez.`,
    }),
    'nothing-parked': () => ({
      title: 'Nenhuma venda em espera',
      body: 'Uma venda por pagar pode ser posta em espera; os lugares continuam bloqueados.',
    }),
    'nothing-to-repeat': () => ({
      title: 'Nada a repetir',
      body: 'Venda primeiro alguns lugares: depois poderá repetir o pedido com uma tecla.',
    }),
    'nothing-to-reprint': () => ({
      title: 'Nada a reimprimir',
      body: 'A última venda desta caixa não tem bilhetes a reimprimir.',
    }),
    'last-goes-on': () => ({
      title: 'A última venda não terminou',
      body: 'Os bilhetes estão a ser impressos ou à espera: veja «Em curso».',
    }),
    'reprint-requested': ({ count }) => ({
      title: count === 1 ? 'Duplicado em impressão' : `${count} duplicados em impressão`,
      body: 'Pode continuar a vender.',
    }),
    'copies-out': ({ count, wanted }) =>
      count === wanted
        ? {
            title: count === 1 ? 'Duplicado impresso' : `${count} duplicados impressos`,
            body: count === 1 ? 'Entregue-o ao cliente.' : 'Entregue-os ao cliente.',
          }
        : {
            title: `${count} de ${wanted} ${wanted === 1 ? 'duplicado impresso' : 'duplicados impressos'}`,
            body: 'Verifique a impressora e tente de novo.',
          },
    'partner-unreachable': () => ({
      title: 'A bilheteira não responde',
      body: 'O que escreveu fica guardado. Enter: tentar de novo. A venda recomeça assim que a bilheteira responder.',
    }),
    'nothing-behind': () => ({
      title: 'Nenhuma venda em curso',
      body: 'Todas as vendas pagas têm os seus bilhetes.',
    }),
    'no-such-sale': () => ({ title: 'Nenhuma venda com este número', body: 'Escolha um número da lista.' }),
    'not-a-number': () => ({
      title: 'Número de telefone não válido',
      body: `Escreva de ${MIN_PHONE_DIGITS} a ${MAX_PHONE_DIGITS} algarismos, com ou sem +.`,
    }),
    'which-figures': ({ typed }) => ({
      title: `«${typed}»: onde começa o número?`,
      body: 'Ponha uma vírgula antes do número, ou um + antes do indicativo do país.',
    }),
    'too-long': ({ field, limit }) => ({
      title: `Máximo de ${limit} caracteres`,
      body: `Encurte ${{ name: 'o nome', note: 'a nota', reason: 'o motivo', reference: 'o número' }[field]}.`,
    }),
    'card-number': () => ({ title: 'Parece um número de cartão', body: 'Nunca escreva aqui um número de cartão.' }),
    'no-approval': () => ({
      title: 'Número de autorização não válido',
      body: 'Copie o do talão do terminal ou da mensagem: pelo menos 4 letras ou algarismos.',
    }),
    'no-document': () => ({
      title: 'Número de documento não válido',
      body: 'Escreva no máximo 30 caracteres: letras, algarismos, espaços, - e /. Comece por uma letra ou um algarismo.',
    }),
    'key-failed': (_, paid) => ({
      title: 'O comando falhou',
      body: `${paid} Tente de novo; se continuar, avise um responsável.`,
    }),
    'one-or-two': () => ({ title: 'Responda 1 ou 2', body: 'Verifique primeiro, depois escreva 1 ou 2.' }),
    'no-such-ticket': () => ({
      title: 'Bilhete não encontrado nesta caixa',
      body: 'Leia-o de novo. Se continuar sem ser encontrado, envie o cliente ao local onde comprou este bilhete.',
    }),
    incomplete: ({ field }) =>
      ({
        reason: { title: 'Falta o motivo', body: 'Escolha-o na lista, ou escreva-o.' },
        receipt: { title: 'Falta o número do recibo', body: 'Copie o do talão do terminal ou da mensagem.' },
        company: { title: 'Falta a empresa', body: 'Escreva o nome para a fatura.' },
        address: { title: 'Falta a morada', body: 'Escreva a morada da empresa.' },
        pin: {
          title: 'Um código tem pelo menos 4 algarismos',
          body: 'Para outra pessoa, introduza primeiro o número dela.',
        },
      })[field],
    'no-such-event': () => ({ title: 'Nenhum evento tem esse número', body: 'Escolha um número da lista.' }),
  },
}
