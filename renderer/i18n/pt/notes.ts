import type { ProblemText } from '../problem-text.ts'
import type { frNotes } from '../fr/notes.ts'

/** A device for notes, to the customer before it. */
export const ptNotes: typeof frNotes = {
  first: {
    title: 'Introduza as notas no leitor',
    body: 'Uma nota de cada vez, bem esticada. A máquina não dá troco: o que puser a mais volta num vale de crédito.',
  },
  more: (missing: string): ProblemText => ({
    title: 'Nota seguinte',
    body: `Faltam ${missing}. Uma nota de cada vez.`,
  }),
  held: (value: string): ProblemText => ({ title: `Nota de ${value} lida`, body: 'Um momento, não a puxe.' }),
  complete: { title: 'Já está tudo', body: 'Obrigado. Estamos a comprar os seus bilhetes.' },
  checking: { title: 'Estamos a verificar a sua nota', body: 'Um momento: o leitor diz onde ela está.' },
  noChange: 'Não há troco: o excedente passa a vale de crédito.',
  due: 'A pagar',
  taken: 'Já introduzido',
  missing: 'Falta',
  accepted: 'Notas aceites',
  cancel: 'Cancelar o pagamento',
  payRest: 'Pagar o resto de outra forma',
  slot: 'O leitor de notas',
  already: (sum: string, rest: string): ProblemText => ({
    title: `Já pagou ${sum}`,
    body: `Faltam ${rest}. Se parar, recebe um vale de crédito.`,
  }),
}
