import type { DeskRefusals } from '../desk-refusal.ts'

const held = 'Os lugares continuam reservados.'

export const ptDeskRefusals: DeskRefusals = {
  terminal: {
    declined: {
      title: 'Cartão recusado',
      body: `${held} O banco do cliente disse que não. Proponha outro cartão ou outro meio.`,
    },
    'timed-out': {
      title: 'O cartão não foi apresentado a tempo',
      body: `${held} Recomece quando o cliente tiver o cartão na mão, ou proponha outro meio.`,
    },
    'wrong-pin': {
      title: 'Código errado',
      body: `${held} O cliente enganou-se no código demasiadas vezes. Proponha outro cartão ou outro meio.`,
    },
    'card-removed': {
      title: 'Cartão retirado cedo demais',
      body: `${held} Recomece: o cartão fica no lugar até o terminal o devolver.`,
    },
    'card-expired': { title: 'Cartão fora de validade', body: `${held} Proponha outro cartão ou outro meio.` },
    'card-not-taken': {
      title: 'Cartão não aceite',
      body: `${held} O terminal não aceita este cartão, ou não o consegue ler. Proponha outro, ou outro meio.`,
    },
    'not-enough-money': {
      title: 'Saldo insuficiente no cartão',
      body: `${held} Proponha outro cartão, ou pagar uma parte de outra forma.`,
    },
    'over-limit': {
      title: 'Limite do cartão ultrapassado',
      body: `${held} Proponha outro cartão, ou pagar uma parte de outra forma.`,
    },
    'unknown-payer': {
      title: 'Cartão desconhecido',
      body: `${held} O terminal não aceita este cartão. Proponha outro, ou outro meio.`,
    },
    'provider-down': {
      title: 'O banco não responde',
      body: `${held} Proponha outro meio, ou tente de novo daqui a alguns minutos.`,
    },
    'not-set-up': {
      title: 'Os cartões não funcionam aqui por agora',
      body: `${held} Use outro meio e avise um responsável: é preciso rever o contrato ou as definições.`,
    },
    'day-not-closed': {
      title: 'O terminal espera pelo fecho do dia',
      body: `${held} Use outro meio e avise um responsável: o fecho do dia do terminal faz-se na página do turno.`,
    },
    unavailable: {
      title: 'O terminal de pagamento não responde',
      body: `${held} Verifique o aparelho e tente de novo, ou proponha outro meio.`,
    },
  },
  telephone: (tender) => ({
    declined: {
      title: 'Pagamento recusado no telefone',
      body: `${held} Pergunte ao cliente se recusou ou se enganou no código. Recomece por ${tender}, ou proponha outro meio.`,
    },
    'timed-out': {
      title: 'O cliente não confirmou a tempo',
      body: `${held} Pergunte-lhe se o pedido de ${tender} chegou. Recomece quando tiver o telefone na mão.`,
    },
    'not-enough-money': {
      title: `O saldo ${tender} não chega`,
      body: `${held} O cliente pode carregar a conta, pagar uma parte de outra forma, ou usar outro meio.`,
    },
    'over-limit': {
      title: `Limite da conta ${tender} ultrapassado`,
      body: `${held} Proponha pagar uma parte de outra forma, ou outro meio.`,
    },
    'unknown-payer': {
      title: `Este número não tem conta ${tender}`,
      body: `${held} Releia o número com o cliente e corrija-o, ou proponha outro meio.`,
    },
    'provider-down': {
      title: `${tender} não responde`,
      body: `${held} Proponha outro meio, ou tente de novo daqui a alguns minutos.`,
    },
    'not-set-up': {
      title: `${tender} não funciona aqui por agora`,
      body: `${held} Use outro meio e avise um responsável: é preciso rever o contrato ou as definições.`,
    },
    unavailable: {
      title: `${tender} não responde`,
      body: `${held} Tente de novo daqui a um instante, ou proponha outro meio.`,
    },
  }),
}
