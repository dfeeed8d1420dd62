import type { LedgerMismatch, LedgerMemory } from '../../../shared/domain/fleet/readiness.ts'
import type { PlainRefusal } from '../../../shared/domain/money/tender.ts'
import type { RefundClosedBy } from '../../../shared/domain/sale/open-payment.ts'
import { issues } from '../../../shared/i18n/pt/words.ts'
import type { StaffCase } from '../../../shared/api/kiosk/staff-cases.ts'
import type { PrinterRole, ReportPaper } from '../../../shared/api/kiosk/views.ts'
import type { Catalogue } from '../fr/catalogue.ts'

export const ptFiles: Catalogue['files'] = {
  search: 'Procurar uma venda',
  hint: 'Número, lugar, valor, nome, telefone ou hora',
  find: 'procurar',
  close: 'fechar',
  sameSeats: 'mesmos lugares',
  confirm: 'confirmar',
  found: 'Vendas encontradas',
  soldAt: (when) => `Vendido em ${when}`,
  severalEvents: 'Esta procura encontra vários eventos: escolha a venda com as setas para cima e para baixo.',
  file: 'A venda',
  story: 'O que aconteceu',
  latestOnly: (count) => `Só se mostram as ${count} vendas mais recentes: indique o lugar, o número, o nome ou a hora.`,
  nothing: 'Nenhuma venda encontrada. Procure por lugar, por hora, por valor ou por número do bilhete.',
  acts: {
    reprint: 'duplicado',
    refund: 'reembolsar',
    void: 'anular a venda',
    correct: 'corrigir o pagamento',
    pay: 'reembolsar o valor devido',
    slip: 'duplicado do talão ou recibo',
    invoice: 'fatura',
    'invoice-copy': 'reimprimir a fatura',
  },
  beforeReturn:
    'Recolha os bilhetes. A anulação é pedida à bilheteira; a resposta fica impressa no talão de reembolso.',
  cancellation: {
    cancelled: 'Bilhetes anulados na bilheteira, lugares de novo à venda.',
    asked:
      'Anulação pedida à bilheteira, ainda sem resposta; estes bilhetes continuam vendidos até à confirmação da bilheteira.',
    none: 'A bilheteira não permite a anulação: estes bilhetes continuam lá vendidos. Recolha-os e indique os números ao organizador.',
  },
  beforeCorrection: 'Só muda o meio de pagamento: os bilhetes continuam válidos e nada é reembolsado.',
  whichPayment: 'Que pagamento?',
  rightTender: 'Meio de pagamento usado',
  approval: 'Número de autorização ou de transação',
  correction: (was, is) => `${is} em vez de ${was}`,
  corrected: (tender, receipt) => `Pagamento corrigido: ${tender}. ${receipt}`,
  which: 'Que bilhetes?',
  whichSlip: 'Que talão ou recibo?',
  over: 'Reembolsado por',
  receipt: 'Número do talão do terminal',
  handOver: 'Entregue o dinheiro ao cliente e confirme.',
  reason: 'Motivo',
  reasons: {
    reprint: ['Papel rasgado', 'Mal impresso', 'Bilhete perdido'],
    refund: ['O cliente não pode vir', 'Evento cancelado', 'Cortesia'],
    void: ['Erro de introdução', 'Evento errado', 'O cliente mudou de ideias'],
    correct: ['Erro de introdução', 'O cliente pagou de outra forma'],
    slip: ['Papel rasgado', 'Mal impresso', 'Talão perdido'],
  },
  second: 'Um responsável confirma',
  toGiveBack: 'A reembolsar',
  returned: (amount) => `${amount} reembolsados`,
  stillOwed: (amount) => `${amount} por reembolsar`,
  granted: (amount, slip) => `A reembolsar: ${amount}. ${slip}`,
  copiesOut: (out, wanted) =>
    out === wanted
      ? `${out === 1 ? 'Duplicado impresso' : `${out} duplicados impressos`}.`
      : `${out} de ${wanted} ${wanted === 1 ? 'duplicado impresso' : 'duplicados impressos'}: verifique a impressora e repita.`,
  slips: {
    printed: 'Talão de reembolso impresso: deve ser assinado.',
    saved: 'Talão de reembolso guardado em ficheiro.',
    failed: 'O talão de reembolso não foi impresso: verifique a impressora e imprima um duplicado do talão.',
    unknown: 'Verifique se o talão de reembolso foi impresso.',
  },
  receipts: {
    printed: 'Recibo corrigido impresso.',
    saved: 'Recibo corrigido guardado em ficheiro.',
    failed: 'O recibo corrigido não foi impresso: verifique a impressora e imprima um duplicado.',
    unknown: 'Verifique se o recibo corrigido foi impresso.',
  },
  invoices: {
    kinds: { invoice: 'Fatura', 'credit-note': 'Nota de crédito' },
    company: 'Empresa',
    address: 'Morada',
    taxNumber: 'NIF (facultativo)',
    which: 'Que fatura?',
    once: 'Uma venda tem uma só fatura, para os bilhetes ainda válidos: verifique antes de confirmar.',
    total: 'Valor da fatura',
    erased: 'dados apagados',
    copy: (copies) => `DUPLICATA ${copies}`,
    fiscal: {
      waiting: 'à espera da assinatura fiscal',
      signed: 'assinada',
      refused: (reason) => `recusada pelo serviço fiscal: ${reason}`,
    },
    resend: 'Reenviar a fatura ao serviço fiscal',
    resubmit: 'O serviço fiscal recusou esta fatura. Corrija a causa, depois confirme para a reenviar.',
    unsigned: (name, state) =>
      ({
        waiting: `${name}: impressa sem assinatura fiscal. Quando for assinada, imprima-a de novo (F1): será o original.`,
        refused: `${name}: recusada pelo serviço fiscal. Não entregue este papel. Veja o motivo na venda e corrija a fatura (F1).`,
      })[state],
    damaged: (row) =>
      `A linha ${row} do registo está ilegível: continha uma fatura ou uma nota de crédito desta venda. Ligue para a assistência.`,
    out: (name, paper) =>
      ({
        printed: `${name}: impressa.`,
        saved: `${name}: guardada em ficheiro.`,
        failed: `${name}: emitida, mas não impressa. Verifique a impressora e imprima um duplicado.`,
        unknown: `${name}: emitida. Verifique se foi impressa.`,
      })[paper],
  },
  paid: 'Valor reembolsado',
  owed: 'por reembolsar',
  change: (amount) => `troco ${amount}`,
  by: (staffId, second) => `n.º ${staffId}, com n.º ${second}`,
  who: (staffId) => `n.º ${staffId}`,
  back: { refund: 'Reembolsado', void: 'Anulado', unsold: 'Lugares não vendidos' },
  cancelledThere: 'Anulado na bilheteira',
  paper: (copy, state) => (copy === 0 ? `Original ${state}` : `DUPLICATA ${copy} ${state}`),
  papers: {
    queued: 'em espera',
    spooling: 'em impressão',
    printed: 'impresso',
    unknown: 'talvez impresso',
    failed: 'não impresso',
  },
  payments: {
    started: 'iniciado',
    unknown: 'sem resposta',
    approved: 'recebido',
    refused: 'recusado',
    cancelled: 'cancelado',
    unavailable: 'inacessível',
    refunded: 'reembolsado',
  },
  states: {
    choosing: 'em escolha',
    holding: 'a bloquear lugares',
    held: 'lugares bloqueados',
    priced: 'por pagar',
    paying: 'em pagamento',
    paid: 'paga',
    confirming: 'a confirmar',
    unknown: 'confirmação sem resposta',
    confirmed: 'confirmada',
    printing: 'a imprimir',
    'print-unknown': 'verificar impressão',
    done: 'vendida',
    releasing: 'a libertar lugares',
    abandoned: 'abandonada',
    'refund-due': 'por reembolsar',
    refunded: 'reembolsada',
    'needs-staff': 'à espera de uma decisão',
  },
  told: {
    SEATS_CHOSEN: 'Lugares escolhidos',
    CUSTOMER_RECORDED: 'Cliente registado',
    FREE_ORDER_ACCEPTED: 'Pedido gratuito',
    TENDER_APPROVED: 'Pagamento recebido',
    TENDER_REFUSED: 'Pagamento recusado',
    TENDER_CANCELLED: 'Pagamento cancelado',
    PURCHASE_CONFIRMED: 'Bilhetes emitidos',
    TICKETS_FOUND: 'Bilhetes emitidos',
    PRINT_FINISHED: 'Bilhete impresso',
    PRINT_FAILED: 'Bilhete não impresso',
    REFUNDED: 'Reembolsado',
    REPRINT_REQUESTED: 'Duplicado pedido',
    REPRINT_FINISHED: 'Impressão do duplicado terminada',
    TICKETS_REFUNDED: 'Bilhetes reembolsados',
    TICKETS_VOIDED: 'Venda anulada',
    CANCELLATION_RESULT: 'Resposta da bilheteira à anulação',
    REFUND_PAID: 'Valor reembolsado',
    TENDER_CORRECTED: 'Meio de pagamento corrigido',
    SLIP_COPIED: 'Duplicado do talão ou recibo',
    INVOICE_ISSUED: 'Fatura ou nota de crédito emitida',
    INVOICE_COPIED: 'Duplicado de uma fatura',
    INVOICE_SIGNED: 'Assinatura fiscal de uma fatura',
    INVOICE_REFUSED: 'Fatura recusada pelo serviço fiscal',
    INVOICE_RESUBMITTED: 'Fatura reenviada ao serviço fiscal',
    PAYMENT_FOUND: 'Pagamento recebido mais tarde',
    PAYMENT_CLOSED: 'Pagamento não concluído',
    PAYMENT_UNRESOLVED: 'Pagamento sem resposta',
    PAYMENT_PAID_BACK: 'Pagamento reembolsado',
    REFUND_REQUESTED: 'Reembolso pedido ao prestador',
    REFUND_CLOSED: 'Reembolso não concluído',
  },
}

export const ptPeople: Catalogue['people'] = {
  numberAndPin: 'O seu número, o seu código, depois Enter.',
  number: 'Número',
  begin: 'Iniciar sessão',
  recent: 'Últimos utilizadores',
  machine: 'Código da máquina',
  withoutNumber: (pin) => `Demonstração: sem número, código ${pin}`,
  demoChoice: 'Demonstração: escolha quem é, depois Enter.',
  demoPeople: 'As pessoas da demonstração',
  demoCode: (pin) => `código ${pin}`,
  demoSecond: (person, pin) => `Demonstração: ${person}, código ${pin}`,
  roles: { cashier: 'operador de caixa', supervisor: 'responsável', technician: 'técnico' },
}

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
  issues,
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

export const ptShift: Catalogue['shift'] = {
  title: (shiftNo) => `Turno ${shiftNo}`,
  since: (when) => `Desde ${when}`,
  nothingYet: 'Ainda sem operações.',
  drawer: 'Gaveta',
  float: 'Fundo de caixa',
  unset: 'Ainda não registado',
  counted: 'Contado',
  uncounted: 'Ainda não contado',
  over: (money) => `A mais: ${money}`,
  short: (money) => `Em falta: ${money}`,
  exact: 'Sem diferença',
  beforeZ: {
    title: 'Antes de fechar',
    nothing: (shiftNo) => `Nenhuma operação desde o fecho do turno ${shiftNo}: nada para fechar.`,
    uncounted: (currencies) => `A gaveta não está contada (${currencies}).`,
    openSales: (count) => (count === 1 ? 'Uma venda não terminou.' : `${count} vendas não terminaram.`),
    owed: (money) => `Falta reembolsar ${money} aos clientes.`,
  },
  reporting: 'Relatório em impressão: espere um momento.',
  terminalDay: {
    title: 'Fecho do dia do terminal',
    close: 'Fazer o fecho do dia do terminal',
    running: 'Fecho do dia em curso: um minuto no máximo. Deixe o terminal ligado.',
    due: {
      'not-asked': 'Fecho do dia do terminal ainda por fazer.',
      wanted: 'O terminal recusa cartões enquanto o fecho do dia não for feito.',
      unavailable: 'O terminal não responde: ligue-o e verifique o cabo, depois tente de novo.',
      unknown: 'Resultado desconhecido. Espere um momento e repita o fecho do dia: repeti-lo não tem risco.',
    },
    refused: {
      'provider-down': 'O banco não responde: tente mais tarde.',
      'not-set-up': 'O terminal recusa o pedido: faça o fecho do dia no menu dele, ou chame a assistência técnica.',
      declined: 'O terminal recusou sem indicar o motivo: veja o ecrã dele e tente de novo.',
    },
    done: 'Fecho do dia do terminal feito.',
    sums: (told: string, ours: string) => `${told} segundo o terminal, ${ours} segundo a caixa`,
    exact: 'sem diferença',
    difference: (difference: string) => `diferença: ${difference}`,
    untold: 'total não comunicado',
    again: 'Imprima de novo o relatório Z para incluir este total.',
  },
  paidIn: 'Entradas de numerário',
  paidOut: 'Saídas de numerário',
  droppedInAll: 'Depósitos no cofre-forte',
  noteFloat: 'Registar o fundo de caixa',
  payIn: 'Entrada de numerário',
  paySlip: 'Reembolsar um vale',
  paySlipBody: 'Escreva o número do vale de reembolso entregue pelo cliente. Um responsável confirma consigo.',
  slipPaid: (amount) => `Vale reembolsado: entregue ${amount} ao cliente e guarde o vale.`,
  slipCopy: {
    lead: 'Se o papel encravou, se perdeu ou não foi levado, escolha o vale. Um vale já usado ou reembolsado não pode ser impresso.',
    paper: 'Papel',
    print: 'Imprimir um duplicado',
    copies: (copies) => (copies === 1 ? 'um duplicado' : `${copies} duplicados`),
    out: {
      printed: (copy) =>
        `Duplicado n.º ${copy} impresso. No total, o original e os duplicados só valem este valor uma vez.`,
      failed: (copy) => `O duplicado n.º ${copy} não saiu: verifique a impressora e tente de novo.`,
      unknown: (copy) => `Verifique se o duplicado n.º ${copy} saiu.`,
    },
  },
  cashbox: {
    title: 'Cofre das notas',
    lead: 'São precisas duas pessoas: uma abre o cofre, a outra confirma. Não se aceitam notas enquanto estiver aberto.',
    waits: {
      'going-in': 'Um cliente está a pôr notas: espere que acabe.',
      'asked-about': 'Uma venda paga em notas espera uma decisão: volte primeiro ao ecrã dos funcionários e responda.',
    },
    open: 'Abrir o cofre',
    openLead: 'Retirem todas as notas. Contem-nas a dois. O leitor não aceita notas até a contagem ser registada.',
    opened: 'Aberto',
    close: 'Fechar sem contar',
    first: 'Primeira pessoa',
    emptied: 'Cofre das notas esvaziado',
    done: (amount, difference) => `Para o cofre-forte: ${amount}. ${difference}. Volte a pôr o cofre vazio no leitor.`,
    never: 'Nunca esvaziado',
  },
  payOut: 'Saída de numerário',
  drop: 'Depósito no cofre-forte',
  dropped: 'Depósito no cofre-forte',
  open: 'Abrir a gaveta',
  count: 'Contar',
  floatBody: 'Conteúdo da gaveta no início do turno.',
  payInBody: 'Numerário posto na gaveta sem venda.',
  payOutBody: 'Numerário tirado da gaveta sem venda.',
  dropBody: 'Numerário da gaveta depositado no cofre-forte durante o turno.',
  openBody: 'A gaveta abre-se sem venda: indique o motivo.',
  countBody:
    'Conte cada nota e moeda; se a gaveta estiver vazia, escreva 0. O valor esperado aparece depois da contagem.',
  amount: 'Valor',
  reason: 'Motivo',
  record: 'Guardar',
  handOver: 'Passar a gaveta a um colega',
  receiver: 'Quem recebe a gaveta?',
  total: 'Total contado',
  note: (money) => `Notas de ${money}`,
  coin: (money) => `Moedas de ${money}`,
  sum: (currency) => `Valor em ${currency}`,
  opened: 'A gaveta está aberta.',
  notOpened: 'Registado, mas a gaveta não se abriu: use a chave.',
  recorded: 'Registado.',
  reasonsIn: ['Trocos trazidos', 'Reforço do fundo de caixa', 'Erro de troco corrigido', 'Outro (indicado à parte)'],
  reasonsOut: ['Trocos entregues', 'Reembolso manual', 'Outro (indicado à parte)'],
  reasonsOpen: ['Fazer troco', 'Verificar o conteúdo', 'Nota presa', 'Outro (indicado à parte)'],
}

export const ptStaffDesk: Catalogue['staffDesk'] = {
  title: 'Ecrã dos funcionários',
  pinBody: 'Introduza o seu código para ver as decisões pendentes e o estado do quiosque.',
  none: 'Nenhuma decisão pendente',
  noneBody: 'O que precisar de uma decisão aparecerá aqui.',
  close: 'Fechar',
  of: (index, count) => (count === 1 ? '1 decisão pendente' : `Decisão ${index} de ${count}`),
  question: (question) => questions[question],
  documentQuestion: (name, amount) => `Recebeu o documento de ${amount} (${name})? Procure-o.`,
  documentNumber: 'Número do documento',
  moneyMovedQuestion: (tender, amount, tenders) =>
    tender === 'cash'
      ? `Recebeu ${amount} em numerário? Conte a gaveta.`
      : tender === null
        ? `O cliente pagou ${amount}? Verifique o registo do terminal e a conta no prestador.`
        : tender === 'card'
          ? `O cliente pagou ${amount} com cartão? Verifique o registo do terminal.`
          : tender === 'notes'
            ? `A nota de ${amount} está no cofre das notas? Abra o quiosque e verifique.`
            : tender === 'credit-slip'
              ? `O vale de reembolso de ${amount} foi usado nesta venda? A máquina está a consultar o servidor: se puder, espere.`
              : `O cliente pagou ${amount} por ${tenders[tender]}? Verifique a conta no prestador.`,
  rowsLost:
    'Perdeu-se parte do histórico desta venda. Verifique se o cliente já não recebeu os bilhetes ou um reembolso.',
  unknownTender: 'Desconhecido',
  paymentReference: 'Referência do pagamento',
  order: 'Número da venda',
  find: 'Encontrar uma venda',
  findBody: 'Toque na venda, ou procure o lugar, a hora, o valor, o fim do telefone ou a referência.',
  notFound: 'Nenhuma venda encontrada nesta máquina. Verifique o que escreveu.',
  hubAway: 'O servidor não responde: só se procuram as vendas desta máquina.',
  soldElsewhere: 'vendido por outra máquina',
  printCopies: (count) => (count > 1 ? `Imprimir ${count} duplicados` : 'Imprimir o duplicado'),
  paidBy: 'Pagamento',
  moneyMoved: 'Sim, está pago',
  moneyNotMoved: 'Não, não está pago',
  askAgain: 'Pedir de novo os bilhetes',
  giveBack: 'Reembolsar',
  handedOut: 'Bilhetes entregues de outra forma',
  askLast: 'Verificar na bilheteira',
  lookFirst:
    'Venda paga, sem bilhetes. Verifique primeiro na bilheteira: se os bilhetes existirem, são impressos e não há nada a reembolsar.',
  notAsked: 'A bilheteira não responde. Telefone-lhe antes de reembolsar: se vendeu estes lugares, tem de os anular.',
  ticketsShown: 'A bilheteira tem bilhetes desta venda. Peça que os anule antes de reembolsar.',
  printNow: 'Imprimir os bilhetes',
  stillAsked:
    'Ainda sem resposta do prestador; a máquina continua a tentar. Se responder «não», a venda continua sem este pagamento. Se o pagamento for feito mais tarde, reembolse-o aqui.',
  tookOtherwise: (sum) =>
    `O prestador indica outro valor: ${sum}. Responda «não»; esse valor poderá depois ser reembolsado aqui.`,
  mayStillSell: 'A venda ainda pode concluir-se. Se puder, espere.',
  reprint: 'Imprimir os bilhetes',
  paperSeen: 'Sim, saíram',
  paperNotSeen: 'Não, imprimir',
  approval: 'Número da autorização ou da transação, se o tiver',
  operatorNumber: 'Referência do prestador',
  refundNumber: 'Número do reembolso',
  refundOver: (tender) => `Reembolsar por ${tender}`,
  refundMade: 'Sim, reembolsado com este número',
  refundNotMade: 'Não, nada foi reembolsado',
  refundSince: 'Pedido em',
  refundReference: 'Referência do reembolso',
  refundFailed: (by, reason) => refusals[by](refundReasons[reason as PlainRefusal] ?? reason),
  receipt: 'Número do recibo de reembolso',
  paidBack: 'Marcar como reembolsado',
  note: 'Referência da sua anotação',
  settled: 'Marcar como tratado',
  ownerRef: 'Referência na bilheteira',
  shown: 'Bilhetes na bilheteira',
  shownNothing: 'Nenhum bilhete',
  gapSince: 'Última linha antes do incidente',
  gapFound: 'Detetado em',
  gapRows: 'Linhas perdidas',
  gapRowsAtLeast: (rows) => (rows === null ? 'Número desconhecido' : `Pelo menos ${rows}`),
  gapRemembered: 'Vestígio guardado em',
  memory: (memory) => memories[memory],
  strayPaidOut: 'Cliente reembolsado a partir da gaveta',
  strayKept: 'Deixar no cofre até à contagem',
  strayFound: 'Entrou em',
  strayUnknown: 'Valor desconhecido',
  newKey: 'Nova chave',
  hubSays: 'Verificação do servidor',
  hubDoubt: (doubt) => doubts[doubt],
  hubRow: 'Última linha que o servidor conhece',
  previous: 'Anterior',
  next: 'Seguinte',
}

const questions: Readonly<Record<StaffCase['question'], string>> = {
  collect: 'Venda paga depois de o cliente ter saído. Imprima os bilhetes quando ele os vier buscar.',
  'money-moved': 'O cliente pagou?',
  'service-unreachable':
    'Venda paga, ainda sem confirmação da bilheteira. A máquina continua a tentar. Se isto durar, telefone à bilheteira e reembolse, ou entregue os bilhetes de outra forma e registe-o aqui.',
  'tickets-mismatched':
    'Os bilhetes da bilheteira não correspondem ao pedido. Fale com a bilheteira e peça de novo os bilhetes, ou reembolse.',
  'payment-open':
    'A venda continuou sem este pagamento, ainda sem resposta do prestador. A máquina continua a tentar: se o pagamento for feito, será para reembolsar aqui.',
  'payment-unresolved':
    'A venda continuou sem este pagamento, e o prestador nunca respondeu. Verifique a conta no prestador: o cliente pagou?',
  'payment-found':
    'A venda continuou sem este pagamento, mas ele foi feito depois. Reembolse o cliente e introduza o número do reembolso.',
  'refund-open':
    'Reembolso pedido ao prestador, ainda sem resposta. A máquina continua a tentar: não reembolse de outra forma. Se isto durar, verifique a conta no prestador: o cliente foi reembolsado?',
  'pay-back': 'Venda paga, sem bilhetes. Reembolse o cliente e introduza o número do recibo.',
  reprint: 'Venda paga e confirmada, mas há bilhetes que não saíram. Verifique a impressora e imprima.',
  'paper-out':
    'Venda paga e confirmada. Estes bilhetes saíram? Verifique a impressora; uma reimpressão tem a menção DUPLICATA.',
  'rows-lost':
    'Perdeu-se parte do diário desta máquina. A máquina consulta a bilheteira e o terminal sobre esta venda. Se não houver resposta, verifique junto deles, resolva a venda e marque-a como tratada.',
  unreconciled:
    'Perdeu-se parte do diário desta máquina, e nem a bilheteira nem o terminal explicam esta venda. Verifique junto deles e na gaveta, resolva a venda e marque-a como tratada.',
  'note-unallocated':
    'Uma nota entrou no cofre sem venda, depois de uma falha de corrente ou de ligação. Se o cliente for conhecido, entregue-lhe o mesmo valor em numerário. Se não, deixe a nota no cofre até à contagem.',
  'ledger-gap':
    'Perderam-se linhas do diário: podem faltar vendas feitas entre estas duas horas. Compare a gaveta, o terminal e a bilheteira.',
  'ledger-key':
    'O diário continua com uma nova chave: a antiga perdeu-se. O administrador do servidor tem de aprovar a nova; sem servidor, anote quem a mudou e guarde o próximo relatório Z.',
  'ledger-hub':
    'O servidor do recinto não reconhece o diário desta máquina. Chame o administrador do servidor: ele aceita este diário, ou manda repor a cópia certa.',
  'purchase-refused':
    'Venda paga, mas recusada pela bilheteira. A máquina continua a tentar enquanto os lugares puderem ser bloqueados; depois é preciso reembolsar aqui. Para retomar as vendas, escolha «Retomar as vendas» em «Estado do quiosque» ou no escritório, página «Máquina».',
  'storage-full':
    'Disco cheio: esta venda espera ser registada. Liberte espaço no disco e ela continua automaticamente. Até lá, não desligue a máquina.',
  restart: 'A máquina teve um problema durante esta venda. Reinicie-a: a venda continua onde estava.',
}

const memories: Readonly<Record<LedgerMemory, string>> = {
  anchor: 'O ponto de controlo do diário',
  roll: 'O rolo de controlo',
  backup: 'Uma cópia de segurança',
  archive: 'Um arquivo',
  report: 'Um relatório Z impresso',
}

const doubts: Readonly<Record<LedgerMismatch, string>> = {
  shorter: 'Faltam neste diário linhas que o servidor conhece',
  forked: 'Uma linha que o servidor conhece foi alterada',
  'another-key': 'Este diário está assinado com uma chave que o servidor não conhece',
  'another-ledger': 'O servidor conhece outro diário desta máquina',
}

const refusals: Readonly<Record<RefundClosedBy, (reason: string) => string>> = {
  provider: (reason) => `O prestador recusou o reembolso: ${reason}. Peça-o de novo, ou reembolse de outra forma.`,
  unsent: () => 'Prestador inacessível: o reembolso não foi pedido. Tente mais tarde, ou reembolse de outra forma.',
  staff: () => 'Um funcionário verificou no prestador que nada foi reembolsado: reembolse de outra forma.',
}

const refundReasons: Readonly<Record<PlainRefusal, string>> = {
  declined: 'nenhum motivo indicado',
  'timed-out': 'o prazo passou',
  'not-enough-money': 'saldo insuficiente na sua conta de comerciante',
  'over-limit': 'limite ultrapassado',
  'unknown-payer': 'o cliente já não tem conta',
  'provider-down': 'o serviço do prestador está avariado',
  'not-set-up': 'o seu contrato ou as suas definições não o permitem',
}
