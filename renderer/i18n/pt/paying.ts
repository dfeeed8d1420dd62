import type { Catalogue } from '../fr/catalogue.ts'

const held = 'Os lugares continuam reservados.'

/** What staff have to put right. */
const forNow = {
  title: 'Esta forma de pagar não funciona aqui de momento',
  body: `${held} Escolha outra, ou fale com um funcionário.`,
}

export const ptPaying: Catalogue['paying'] = {
  with: (tender) => `Pagar com ${tender}`,
  how: { scan: 'um código para ler', telephone: 'um pedido no seu telefone', notes: 'sem troco' },
  tooLate: 'Já não há tempo para pagar assim',
  accepted: 'Pode pagar com',
  left: 'Tempo restante',
  soon: 'Só faltam trinta segundos para pagar.',
  due: 'A pagar',
  stop: 'Pagar de outra forma',
  stopBody: 'Já confirmou no telefone? O pagamento conta: verificamos isso primeiro.',
  checking: 'A verificar o seu pagamento',
  checkingBody: (tender) => `Não pague uma segunda vez: estamos a perguntar a ${tender} se foi feito.`,
  scan: {
    preparing: 'A preparar o seu código',
    preparingBody: (tender) => `Um momento, estamos a pedi-lo a ${tender}.`,
    title: 'Leia o código para pagar',
    waiting: 'Aguardamos o seu pagamento.',
    simulated: 'Demonstração: não é preciso ler o código, continua sozinho.',
    code: (amount, tender) => `Código para ler: pagar ${amount} com ${tender}`,
    steps: {
      scan: 'Aponte a câmara do telefone para este código',
      agree: 'Siga a página que se abre e confirme',
      ticket: 'Fique aqui: os bilhetes saem logo a seguir',
    },
  },
  telephone: {
    title: (tender) => `O seu número ${tender}`,
    body: 'O pedido de pagamento chega a este telefone. O seu número não é guardado.',
    number: 'Número de telefone',
    entered: (count, whole) => `${count} de ${whole} algarismos`,
    ask: (amount) => `Pedir ${amount}`,
    back: 'Outra forma',
    waiting: 'Confirme no seu telefone',
    waitingBody: (tender, ending) =>
      ending === ''
        ? `${tender} envia-lhe um pedido de pagamento.`
        : `${tender} envia um pedido para o número que termina em ${ending}.`,
    steps: {
      request: 'Abra o pedido que chega ao seu telefone',
      agree: 'Confirme com o seu código secreto, só no telefone',
      ticket: 'Fique aqui: os bilhetes saem logo a seguir',
    },
  },
  slip: {
    open: 'Tenho um vale de crédito',
    title: 'O seu vale de crédito',
    lead: 'Mostre o código QR ao leitor, ou escreva as dez letras e algarismos do número.',
    number: 'Número do vale',
    owed: (amount) => `O seu vale de crédito: ${amount}`,
    paper: {
      coming: 'O seu vale está a ser impresso.',
      printed: 'Retire o seu vale: representa este valor.',
      none: 'Fotografe este número: representa este valor, neste quiosque.',
    },
    back: 'O seu dinheiro está num vale de crédito',
    backBody:
      'Não houve bilhetes. Este vale representa o valor pago: neste quiosque para outra compra, ou em numerário junto de um funcionário.',
    finish: 'Tenho o meu vale',
  },
  refused: {
    declined: { title: 'Pagamento recusado', body: `${held} Tente de novo, ou escolha outra forma.` },
    'timed-out': {
      title: 'O pagamento não foi confirmado a tempo',
      body: `${held} Tente de novo, ou escolha outra forma.`,
    },
    'wrong-pin': { title: 'O código não estava certo', body: `${held} Escolha outra forma, ou outro cartão.` },
    'card-removed': {
      title: 'O cartão foi retirado cedo demais',
      body: `${held} Tente de novo, e deixe o cartão até o terminal o devolver.`,
    },
    'card-expired': { title: 'Este cartão já não é válido', body: `${held} Use outro cartão, ou outra forma.` },
    'card-not-taken': { title: 'Este cartão não é aceite aqui', body: `${held} Use outro cartão, ou outra forma.` },
    'not-enough-money': {
      title: 'O saldo não chega',
      body: `${held} Carregue a conta, ou escolha outra forma.`,
    },
    'over-limit': { title: 'Ultrapassa o limite da conta', body: `${held} Escolha outra forma.` },
    'unknown-payer': {
      title: 'Este número não tem conta nesse operador',
      body: `${held} Verifique o número, ou escolha outra forma.`,
    },
    'provider-down': {
      title: 'O operador não responde',
      body: `${held} Escolha outra forma, ou tente mais tarde.`,
    },
    'not-set-up': forNow,
    'day-not-closed': forNow,
  },
}
