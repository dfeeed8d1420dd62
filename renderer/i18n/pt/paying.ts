import type { Catalogue } from '../fr/catalogue.ts'

const held = 'Os seus lugares continuam bloqueados.'

/** What staff have to put right. */
const forNow = {
  title: 'Meio de pagamento indisponível de momento',
  body: `${held} Escolha outro meio de pagamento, ou fale com um funcionário.`,
}

export const ptPaying: Catalogue['paying'] = {
  with: (tender) => `Pagar com ${tender}`,
  how: {
    scan: 'código QR para ler com o telefone',
    telephone: 'para confirmar no seu telefone',
    notes: 'o quiosque não dá troco',
  },
  tooLate: 'Tempo insuficiente para este meio de pagamento',
  accepted: 'Pagamentos aceites',
  left: 'Tempo restante',
  soon: 'Tem trinta segundos para pagar.',
  due: 'A pagar',
  stop: 'Pagar de outra forma',
  stopBody: 'Se já confirmou no telefone, o seu pagamento não se perdeu: verificamos primeiro.',
  checking: 'A verificar o seu pagamento',
  checkingBody: (tender) => `Estamos a verificar junto de ${tender}. Não pague outra vez.`,
  scan: {
    preparing: 'A preparar o código QR…',
    preparingBody: (tender) => `Um momento: ligação a ${tender}.`,
    title: 'Leia o código QR para pagar',
    waiting: 'A aguardar o seu pagamento.',
    simulated: 'Demonstração: não é preciso ler o código; o pagamento conclui-se sozinho.',
    code: (amount, tender) => `Código QR para ler: pagar ${amount} com ${tender}`,
    steps: {
      scan: 'Aponte a câmara do telefone para este código QR',
      agree: 'Siga as instruções no telefone e confirme',
      ticket: 'Fique aqui: os bilhetes saem logo a seguir',
    },
  },
  telephone: {
    title: (tender) => `O seu número ${tender}`,
    body: 'Enviamos um pedido de pagamento para este número. O número não fica guardado.',
    number: 'Número de telefone',
    entered: (count, whole) => `${count} de ${whole} algarismos introduzidos`,
    ask: (amount) => `Pagar ${amount}`,
    back: 'Outro meio de pagamento',
    waiting: 'Confirme no seu telefone',
    waitingBody: (tender, ending) =>
      ending === ''
        ? `${tender} envia-lhe um pedido de pagamento.`
        : `${tender} envia um pedido para o número que termina em ${ending}.`,
    steps: {
      request: 'Abra o pedido que chega ao seu telefone',
      agree: 'Confirme com o seu código secreto, apenas no seu telefone',
      ticket: 'Fique aqui: os bilhetes saem logo a seguir',
    },
  },
  slip: {
    open: 'Usar um vale de reembolso',
    title: 'O seu vale de reembolso',
    lead: 'Passe o código QR pelo leitor, ou introduza o número de dez caracteres.',
    number: 'Número do vale',
    owed: (amount) => `O seu vale de reembolso: ${amount}`,
    paper: {
      coming: 'O seu vale de reembolso está a ser impresso.',
      printed: 'Leve o seu vale de reembolso: tem este valor.',
      none: 'Tire uma fotografia a este número: vale este valor neste quiosque.',
    },
    back: 'O seu dinheiro está neste vale de reembolso',
    backBody:
      'Não foi emitido nenhum bilhete. Use este vale de reembolso noutra compra neste quiosque, ou peça a um funcionário o reembolso em numerário.',
    finish: 'Já tenho o vale de reembolso',
  },
  refused: {
    declined: { title: 'Pagamento recusado', body: `${held} Tente de novo, ou escolha outro meio de pagamento.` },
    'timed-out': {
      title: 'O pagamento não foi confirmado a tempo',
      body: `${held} Tente de novo, ou escolha outro meio de pagamento.`,
    },
    'wrong-pin': { title: 'Código secreto incorreto', body: `${held} Use outro cartão ou outro meio de pagamento.` },
    'card-removed': {
      title: 'O cartão foi retirado cedo demais',
      body: `${held} Tente de novo, e deixe o cartão no lugar até o terminal pedir que o retire.`,
    },
    'card-expired': { title: 'Cartão expirado', body: `${held} Use outro cartão ou outro meio de pagamento.` },
    'card-not-taken': {
      title: 'Este cartão não é aceite aqui',
      body: `${held} Use outro cartão ou outro meio de pagamento.`,
    },
    'not-enough-money': {
      title: 'Saldo insuficiente',
      body: `${held} Carregue a conta, ou escolha outro meio de pagamento.`,
    },
    'over-limit': { title: 'Limite de pagamento atingido', body: `${held} Escolha outro meio de pagamento.` },
    'unknown-payer': {
      title: 'Número não reconhecido por este operador',
      body: `${held} Verifique o número, ou escolha outro meio de pagamento.`,
    },
    'provider-down': {
      title: 'O serviço de pagamento não responde',
      body: `${held} Escolha outro meio de pagamento, ou tente mais tarde.`,
    },
    'not-set-up': forNow,
    'day-not-closed': forNow,
  },
}
