import type { DevicePhase } from '../../../shared/domain/money/device-progress.ts'
import type { ProblemText } from '../problem-text.ts'

export const ptDevice: Readonly<Record<DevicePhase, ProblemText>> = {
  waking: { title: 'O terminal está a preparar-se', body: 'Um momento, vai pedir-lhe o cartão.' },
  'present-card': { title: 'Apresente o seu cartão', body: 'Encoste-o ao terminal, ou introduza-o na ranhura.' },
  'insert-card': {
    title: 'Introduza o seu cartão',
    body: 'Desta vez, o pagamento sem contacto não chega: introduza o cartão no terminal, com o chip para a frente.',
  },
  'card-unread': { title: 'O seu cartão não foi lido', body: 'Apresente-o mais uma vez, ou introduza-o na ranhura.' },
  'enter-pin': { title: 'Digite o seu código', body: 'Nas teclas do terminal. Tape-as com a outra mão e confirme.' },
  'wrong-pin': { title: 'O código não está certo', body: 'Tente de novo nas teclas do terminal e confirme.' },
  'look-at-telephone': {
    title: 'Olhe para o seu telefone',
    body: 'Confirme aí o pagamento e encoste-o de novo ao terminal.',
  },
  'choose-there': { title: 'Responda no terminal', body: 'Há uma pergunta no ecrã dele.' },
  authorising: { title: 'Pagamento em curso', body: 'O banco está a verificar. Não retire ainda o cartão.' },
  'remove-card': { title: 'Retire o seu cartão', body: 'Tire-o do terminal.' },
  'removed-too-early': {
    title: 'Cartão retirado cedo demais',
    body: 'Volte a introduzi-lo no terminal, e deixe-o até lhe pedirem que o retire.',
  },
}
