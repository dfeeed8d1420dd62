import type { DeskRefusals } from '../desk-refusal.ts'

const held = 'Os lugares continuam bloqueados.'

export const ptDeskRefusals: DeskRefusals = {
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
