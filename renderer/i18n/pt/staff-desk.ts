import type { PlainRefusal } from '../../../shared/domain/money/tender.ts'
import type { RefundClosedBy } from '../../../shared/domain/sale/open-payment.ts'
import type { LedgerDoubt, LedgerMemory } from '../../../shared/domain/fleet/readiness.ts'
import type { StaffCase } from '../../../shared/kiosk-api/staff-cases.ts'
import type { Catalogue } from '../fr/catalogue.ts'

export const ptStaffDesk: Catalogue['staffDesk'] = {
  title: 'Ecrã dos funcionários',
  pinBody: 'Introduza o seu código para ver as decisões pendentes e o estado do quiosque.',
  none: 'Nenhuma decisão pendente',
  noneBody: 'O que precisar de uma decisão aparecerá aqui.',
  close: 'Fechar',
  of: (index, count) => (count === 1 ? '1 decisão pendente' : `Decisão ${index} de ${count}`),
  question: (question) => questions[question],
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
  find: 'Procurar uma referência',
  findBody: 'Escreva a referência do cliente, ou leia o seu código QR.',
  notFound: 'Nenhuma venda encontrada nesta máquina. Verifique o que escreveu.',
  noQuestion: 'Esta venda não precisa de nenhuma decisão.',
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
  'tickets-differ':
    'Os bilhetes da bilheteira não correspondem ao pedido. Fale com a bilheteira e peça de novo os bilhetes, ou reembolse.',
  'payment-open':
    'A venda continuou sem este pagamento, ainda sem resposta do prestador. A máquina continua a tentar: se o pagamento for feito, será para reembolsar aqui.',
  'payment-unanswered':
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
  'stray-note':
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

const doubts: Readonly<Record<LedgerDoubt, string>> = {
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
