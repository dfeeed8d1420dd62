import type { SettlementTexts } from '../texts.ts'
import { countedIn } from '../counted.ts'

const counted = countedIn('pt-PT')

export const settlement: SettlementTexts = {
  kinds: {
    'missing-there': 'Ausente no operador',
    'missing-here': 'Desconhecido aqui',
    'other-amount': 'Outra soma',
    'not-taken': 'Recebido sem bilhete',
    open: 'Sem resposta aqui',
    'refunded-there': 'Devolvido pelo operador',
    'refunded-here': 'Devolvido aqui',
    double: 'Cobrado duas vezes',
    unclear: 'Ilegível',
  },
  advice: {
    'missing-there':
      'Recebido aqui, ausente no operador. Veja o dia seguinte do extrato; senão reclame com a referência.',
    'missing-here':
      'Recebido pelo operador, desconhecido nesta caixa. Procure nas outras caixas; senão reembolse o cliente.',
    'other-amount': 'O valor não é o mesmo. Pergunte ao operador o que cobrou, e devolva ou reclame a diferença.',
    'not-taken': 'Recebido pelo operador, sem bilhete aqui. Reembolse o cliente no operador.',
    open: 'Recebido pelo operador, ainda sem resposta aqui. Responda «sim» à pergunta que espera por esta venda.',
    'refunded-there': 'Devolvido pelo operador, não aqui. Recolha os bilhetes, ou pergunte ao operador porquê.',
    'refunded-here': 'Devolvido segundo o registo, sem rasto no operador. Verifique que o cliente recebeu o dinheiro.',
    double: 'Cobrado duas vezes pelo operador para uma só venda. Reembolse o segundo pagamento.',
    unclear: 'Esta linha não se lê. Corrija-a no ficheiro, ou pergunte ao operador o que diz.',
  },
  standings: {
    taken: 'recebido',
    open: 'sem resposta',
    'not-taken': 'não recebido',
    paid: 'pago',
    refunded: 'devolvido',
    failed: 'falhado',
    waiting: 'à espera',
    unclear: 'ilegível',
  },
  sums: (paid, refunded, fees) => `Extrato: ${paid} recebidos, ${refunded} devolvidos, ${fees} de taxas.`,
  of: (payments, lines, agreed) =>
    `${counted(payments, 'pagamento', 'pagamentos')}, ${counted(lines, 'linha', 'linhas')}, ${counted(agreed, 'concorda', 'concordam')}.`,
  compared: (differences) =>
    differences === 0 ? 'Tudo confere.' : differences === 1 ? 'Uma diferença.' : `${differences} diferenças.`,
  ambiguousSum: (typed, grouped, decimal, currency) =>
    `“${typed}” pode ser ${grouped} ou ${decimal} ${currency}: escreva a quantia sem separador de milhares, com duas casas decimais`,
}
