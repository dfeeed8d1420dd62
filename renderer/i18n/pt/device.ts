import type { DevicePhase } from '../../../shared/domain/money/tender.ts'
import type { ProblemText } from '../problem-text.ts'

export const ptDevice: Readonly<Record<DevicePhase, ProblemText>> = {
  waking: { title: 'A preparar o terminal…', body: 'Um momento: o terminal vai pedir-lhe o cartão.' },
  'present-card': { title: 'Apresente o seu cartão', body: 'Encoste-o ao terminal ou insira-o.' },
  'insert-card': {
    title: 'Insira o seu cartão',
    body: 'Pagamento sem contacto impossível: insira o cartão, com o chip para a frente.',
  },
  'card-unread': { title: 'O seu cartão não foi lido', body: 'Encoste-o mais uma vez ao terminal ou insira-o.' },
  'enter-pin': {
    title: 'Marque o seu código secreto',
    body: 'No teclado do terminal. Tape-o com a outra mão e confirme.',
  },
  'wrong-pin': { title: 'Código secreto incorreto', body: 'Tente de novo no teclado do terminal e confirme.' },
  'look-at-telephone': {
    title: 'Consulte o seu telefone',
    body: 'Confirme aí o pagamento e encoste de novo o telefone ao terminal.',
  },
  'choose-there': { title: 'Responda no terminal', body: 'O terminal mostra uma pergunta.' },
  authorising: {
    title: 'Pagamento em curso',
    body: 'Verificação pelo banco. Se o cartão estiver inserido, deixe-o no lugar.',
  },
  'remove-card': { title: 'Retire o seu cartão', body: 'Tire-o do terminal.' },
  'removed-too-early': {
    title: 'O cartão foi retirado cedo demais',
    body: 'Volte a inseri-lo e deixe-o no lugar até o terminal pedir que o retire.',
  },
}
