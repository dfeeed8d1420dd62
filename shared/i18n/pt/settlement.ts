import type { SettlementTexts } from '../texts.ts'
import { countedIn } from '../counted.ts'

const counted = countedIn('pt-PT')

export const settlement: SettlementTexts = {
  kinds: {
    'missing-there': 'Ausente no prestador',
    'missing-here': 'Desconhecido aqui',
    'other-amount': 'Valor diferente',
    'not-taken': 'Recebido sem bilhete',
    open: 'Sem resposta aqui',
    'refunded-there': 'Reembolsado pelo prestador',
    'refunded-here': 'Reembolsado aqui',
    double: 'Cobrado duas vezes',
    unclear: 'Ilegível',
  },
  advice: {
    'missing-there':
      'Recebido aqui, mas ausente do extrato do prestador. Veja o extrato do dia seguinte. Se o pagamento também lá não figurar, reclame ao prestador, indicando a referência.',
    'missing-here':
      'Recebido pelo prestador, desconhecido nesta caixa. Procure este pagamento nas outras caixas. Se também lá não estiver, reembolse o cliente.',
    'other-amount': 'Os valores diferem. Pergunte ao prestador o valor cobrado, e reembolse ou reclame a diferença.',
    'not-taken':
      'Recebido pelo prestador, mas aqui não foi emitido nenhum bilhete. Reembolse o cliente através do prestador.',
    open: 'Recebido pelo prestador, sem resposta aqui. Responda «sim» à pergunta em aberto desta venda.',
    'refunded-there': 'Reembolsado pelo prestador, não aqui. Recolha os bilhetes, ou pergunte a razão ao prestador.',
    'refunded-here': 'Reembolsado segundo o diário, sem rasto no prestador. Verifique se o cliente recebeu o dinheiro.',
    double: 'Cobrado duas vezes pelo prestador para uma só venda. Reembolse o segundo pagamento.',
    unclear: 'Esta linha é ilegível. Corrija-a no ficheiro, ou pergunte ao prestador o que significa.',
  },
  standings: {
    taken: 'recebido',
    open: 'sem resposta',
    'not-taken': 'não recebido',
    paid: 'pago',
    refunded: 'reembolsado',
    failed: 'falhado',
    waiting: 'à espera',
    unclear: 'ilegível',
  },
  sums: (paid, refunded, fees) => `Extrato: ${paid} recebidos, ${refunded} reembolsados, ${fees} de taxas.`,
  of: (payments, lines, agreed) =>
    `${counted(payments, 'pagamento', 'pagamentos')}, ${counted(lines, 'linha', 'linhas')}, ${counted(agreed, 'concorda', 'concordam')}.`,
  compared: (differences) =>
    differences === 0 ? 'Tudo confere.' : differences === 1 ? 'Uma diferença.' : `${differences} diferenças.`,
  ambiguousSum: (typed, grouped, decimal, currency) =>
    `«${typed}» pode ser ${grouped} ou ${decimal} ${currency}: escreva o valor sem separador de milhares, com duas casas decimais`,
}
