import type { PlainRefusal } from '../../../shared/domain/money/tender-traits.ts'
import type { RefundClosedBy } from '../../../shared/domain/sale/provider-refund.ts'
import type { LedgerDoubt, LedgerMemory } from '../../../shared/domain/fleet/ledger-doubt.ts'
import type { StaffCase } from '../../../shared/kiosk-api/staff-cases.ts'
import type { Catalogue } from '../fr/catalogue.ts'

export const ptStaffDesk: Catalogue['staffDesk'] = {
  title: 'Para funcionários',
  pinBody: 'Perguntas que esperam uma resposta: introduza o seu código.',
  none: 'Nada espera resposta',
  noneBody: 'Uma nova pergunta aparecerá aqui sozinha.',
  close: 'Fechar',
  of: (index, count) => (count === 1 ? 'Uma pergunta espera' : `Pergunta ${index} de ${count}`),
  question: (question) => questions[question],
  moneyMovedQuestion: (tender, amount, tenders) =>
    tender === 'cash'
      ? `Foram recebidos ${amount} em numerário? Veja a caixa.`
      : tender === null
        ? `Foram cobrados ${amount}? Veja o registo do terminal e a conta do operador.`
        : tender === 'card'
          ? `Foram cobrados ${amount} num cartão? Veja o registo do terminal.`
          : `Foram cobrados ${amount} por ${tenders[tender]}? Veja a conta do operador.`,
  rowsLost: 'Perdeu-se parte do registo desta venda: isto talvez já tenha sido feito. Verifique antes.',
  unknownTender: 'Desconhecido',
  paymentReference: 'Referência do pagamento',
  order: 'Número da venda',
  find: 'Procurar uma referência',
  findBody: 'Escreva a referência do cliente, ou leia o seu código QR.',
  notFound: 'Nenhuma venda desta máquina tem esta referência.',
  noQuestion: 'Nada espera resposta sobre esta venda.',
  paidBy: 'Pagamento',
  moneyMoved: 'Sim, o dinheiro foi cobrado',
  moneyNotMoved: 'Não, nada foi cobrado',
  askAgain: 'Pedir os bilhetes outra vez',
  giveBack: 'Devolver a quantia',
  handedOut: 'Bilhetes entregues de outra forma',
  askLast: 'Perguntar à bilheteira',
  lookFirst:
    'Paga, mas sem bilhetes. Pergunte primeiro à bilheteira uma última vez: se os bilhetes lá estiverem, são impressos e não há nada a devolver.',
  notAsked:
    'Não foi possível perguntar à bilheteira. Telefone-lhe antes de devolver a quantia: se vendeu estes lugares, tem de os anular.',
  ticketsShown: 'A bilheteira mostra bilhetes desta venda. Peça-lhe que os anule antes de devolver a quantia.',
  printNow: 'Imprimir os bilhetes',
  stillAsked:
    'O operador ainda não respondeu. A máquina continua a perguntar; a questão resolve-se sozinha assim que houver resposta. Com «não» a venda continua sem este pagamento: se ele se fizer mesmo assim, a quantia será para devolver, aqui mesmo.',
  tookOtherwise: (sum) =>
    `O operador diz que cobrou ${sum}. Responda «não»: essa quantia será então para devolver, aqui mesmo.`,
  mayStillSell: 'Estes lugares talvez ainda estejam guardados: a venda ainda pode concluir-se. Espere, se puder.',
  reprint: 'Imprimir outra vez',
  paperSeen: 'Sim, saíram',
  paperNotSeen: 'Não, imprimir',
  approval: 'Número da autorização ou da transação, se o tiver',
  operatorNumber: 'Número do operador',
  refundNumber: 'Número do reembolso',
  refundOver: (tender) => `Devolver por ${tender}`,
  refundMade: 'Sim, foi devolvido, com este número',
  refundNotMade: 'Não, nada foi devolvido',
  refundSince: 'Pedido em',
  refundReference: 'Referência do reembolso',
  refundFailed: (by, reason) => refusals[by](refundReasons[reason as PlainRefusal] ?? reason),
  receipt: 'Número do recibo de reembolso',
  paidBack: 'Já foi reembolsado',
  note: 'Número da sua nota, se houver',
  settled: 'Já está resolvido',
  ownerRef: 'Referência na bilheteira',
  shown: 'A bilheteira mostra',
  shownNothing: 'Nenhum bilhete',
  gapSince: 'Última linha antes',
  gapFound: 'Descoberto',
  gapRows: 'Linhas perdidas',
  gapRowsAtLeast: (rows) => (rows === null ? 'Número desconhecido' : `Pelo menos ${rows}`),
  gapRemembered: 'Lembram-se dela',
  memory: (memory) => memories[memory],
  strayPaidOut: 'O cliente foi pago da gaveta',
  strayKept: 'Fica no cofre até à contagem',
  strayFound: 'Entrou às',
  strayUnknown: 'Valor desconhecido',
  newKey: 'Nova chave',
  hubSays: 'O servidor verifica',
  hubDoubt: (doubt) => doubts[doubt],
  hubRow: 'Última linha que o servidor conhece',
  previous: 'Pergunta anterior',
  next: 'Pergunta seguinte',
}

const questions: Readonly<Record<StaffCase['question'], string>> = {
  collect: 'Paga depois de o cliente ter saído. Os bilhetes esperam por ele: imprima-os quando os pedir.',
  'money-moved': 'O dinheiro foi cobrado?',
  'service-unreachable':
    'Paga, mas a bilheteira não diz o que foi feito desta venda. O quiosque volta a pedir sozinho. Se isto durar, telefone-lhe: devolva a quantia, ou entregue os bilhetes de outra forma e anote-o.',
  'tickets-differ':
    'A bilheteira mostra bilhetes diferentes dos pedidos. Fale com ela, depois peça outra vez, ou devolva a quantia.',
  'payment-open':
    'A venda continuou sem este pagamento, e o operador ainda não disse se foi feito. A máquina continua a perguntar: se o dinheiro for cobrado, será para devolver, aqui mesmo.',
  'payment-unanswered':
    'A venda continuou sem este pagamento, e o operador nunca respondeu. Veja a conta dele: o dinheiro foi cobrado?',
  'payment-found':
    'A venda tinha continuado sem este pagamento, e o operador cobrou o dinheiro mesmo assim. Devolva a quantia e anote o número do reembolso.',
  'refund-open':
    'O operador foi encarregado de devolver esta quantia, e ainda não respondeu. A máquina continua a perguntar: não devolva nada de outra forma. Se não responder, veja a conta dele: a quantia foi devolvida?',
  'pay-back': 'Paga, mas sem bilhetes. Devolva a quantia, depois introduza o número do recibo.',
  reprint: 'Paga e confirmada, mas há bilhetes que não saíram. Veja a impressora, depois imprima.',
  'paper-out': 'Paga e confirmada. Estes bilhetes saíram? Veja a impressora; um segundo papel diz DUPLICATA.',
  'rows-lost':
    'O quiosque perdeu parte do seu registo. Pergunta sozinho à bilheteira e ao terminal o que foi feito desta venda. Se ninguém responder, compare, resolva, depois anote aqui.',
  unreconciled:
    'O quiosque perdeu parte do seu registo, e nem a bilheteira nem o terminal explicam esta venda. Compare com eles e com a caixa, resolva, depois anote aqui.',
  'stray-note':
    'Uma nota entrou no cofre sem venda: depois de um corte de corrente ou da linha. Se o cliente é conhecido, pague-lhe a mesma quantia em numerário. Se não, a nota fica no cofre até à contagem.',
  'ledger-gap':
    'Perderam-se linhas do registo: vendas feitas entre estas duas horas podem faltar nele. Compare a caixa, o terminal e a bilheteira.',
  'ledger-key':
    'O registo continua com uma nova chave: o ficheiro da antiga desapareceu. O administrador do servidor tem de responder por ela; sem servidor, anote aqui quem sabe porquê e guarde o próximo fecho Z.',
  'ledger-hub':
    'O servidor do estádio não reconhece o registo desta máquina. Chame o administrador do servidor: ele resolve na página do servidor, ou repõe-se a cópia certa do registo.',
  'purchase-refused':
    'Paga, mas a bilheteira recusa a venda. O quiosque volta a propô-la sozinho enquanto os lugares puderem estar reservados; depois o valor deve ser devolvido, aqui mesmo. O resto resolve-se no estado do quiosque.',
  'storage-full':
    'O disco está cheio: esta venda espera ser registada. Liberte espaço no disco e ela continua sozinha. Até lá, não desligue o quiosque.',
  restart: 'O quiosque avariou durante esta venda. Reinicie-o: a venda continua onde estava.',
}

const memories: Readonly<Record<LedgerMemory, string>> = {
  anchor: 'A âncora',
  roll: 'O rolo',
  backup: 'Uma cópia',
  archive: 'Um arquivo',
  report: 'Um relatório Z impresso',
}

const doubts: Readonly<Record<LedgerDoubt, string>> = {
  shorter: 'Este registo acaba antes do que o servidor viu',
  forked: 'Uma linha que o servidor conhece passou a ser outra',
  'another-key': 'Uma chave que o servidor não conhece assina este registo',
  'another-ledger': 'Este não é o registo que o servidor conhece',
}

const refusals: Readonly<Record<RefundClosedBy, (reason: string) => string>> = {
  provider: (reason) =>
    `O operador recusou devolver a quantia: ${reason}. Peça-lha outra vez, ou devolva-a de outra forma.`,
  unsent: () =>
    'Não foi possível contactar o operador: nada lhe foi pedido. Peça mais tarde, ou devolva a quantia de outra forma.',
  staff: () => 'Alguém viu na conta do operador que nada foi devolvido: devolva a quantia de outra forma.',
}

const refundReasons: Readonly<Record<PlainRefusal, string>> = {
  declined: 'sem outro motivo',
  'timed-out': 'o prazo passou',
  'not-enough-money': 'a sua conta lá não tem dinheiro suficiente',
  'over-limit': 'um limite foi ultrapassado',
  'unknown-payer': 'o cliente já não tem conta lá',
  'provider-down': 'o serviço dele está avariado',
  'not-set-up': 'o seu contrato ou as suas definições não o permitem',
}
