import type { ProblemText } from '../problem-text.ts'
import type { frNotes } from '../fr/notes.ts'

/** Prompts of the banknote reader for the customer. */
export const ptNotes: typeof frNotes = {
  first: {
    title: 'Insira as suas notas de banco',
    body: 'Uma de cada vez, bem esticada.',
  },
  more: (missing: string): ProblemText => ({
    title: 'Insira a nota seguinte',
    body: `Falta pagar: ${missing}. Uma nota de cada vez.`,
  }),
  held: (value: string): ProblemText => ({ title: `Nota de ${value} lida`, body: 'Um momento: não a retire.' }),
  complete: { title: 'Valor atingido', body: 'Obrigado. Estamos a confirmar os seus lugares.' },
  checking: { title: 'A verificar a nota…', body: 'Um momento.' },
  noChange: 'O quiosque não dá troco: o excedente é devolvido num vale de reembolso.',
  due: 'A pagar',
  taken: 'Já inserido',
  missing: 'Falta pagar',
  accepted: 'Notas de banco aceites',
  cancel: 'Anular o pagamento',
  payRest: 'Pagar o resto de outra forma',
  slot: 'A entrada de notas',
  where: 'Procure esta ranhura no quiosque.',
  already: (sum: string, rest: string): ProblemText => ({
    title: `Já pago: ${sum}`,
    body: `Falta pagar: ${rest}. Se parar, recebe um vale de reembolso.`,
  }),
}
