import type { DifferenceKind } from '../domain/sale/reconcile.ts'
import type { Language } from './views.ts'

/** What to do about each kind of difference, on the screen as in the table and on the command line. */
export const reconcileAdvice: Readonly<Record<Language, Readonly<Record<DifferenceKind, string>>>> = {
  fr: {
    'not-listed':
      'Ce billet n’ouvrira pas la porte. Donnez à la billetterie la référence et le numéro du billet ; sinon remboursez.',
    'not-recorded':
      'Personne n’a payé ce billet ici. Cherchez-le aux autres caisses ; sinon demandez à la billetterie de l’annuler.',
    differs:
      'Les deux ne disent pas la même chose de ce billet. Demandez à la billetterie ce qui vaut, puis réimprimez.',
    'given-back': 'Remboursé ici, encore valable à la billetterie. Demandez-lui de l’annuler.',
    unsettled: 'L’argent est pris, les billets manquent. Répondez à la question qui attend pour cette vente.',
    'not-asked': 'La billetterie n’a pas répondu. Recommencez plus tard.',
  },
  en: {
    'not-listed':
      'This ticket will not open the gate. Give the service the reference and the ticket number; otherwise refund it.',
    'not-recorded':
      'Nobody paid for this ticket here. Look for it at the other tills; otherwise ask the service to take it back.',
    differs: 'The two do not say the same of this ticket. Ask the service which holds, then print it again.',
    'given-back': 'Paid back here, still valid at the service. Ask it to take the ticket back.',
    unsettled: 'Money was taken and the tickets are missing. Answer the question that waits for this sale.',
    'not-asked': 'The service did not answer. Compare again later.',
  },
  pt: {
    'not-listed':
      'Este bilhete não abrirá a porta. Dê à bilheteira a referência e o número do bilhete; senão, reembolse.',
    'not-recorded':
      'Ninguém pagou este bilhete aqui. Procure-o nas outras caixas; senão, peça à bilheteira que o anule.',
    differs: 'Os dois não dizem o mesmo deste bilhete. Pergunte à bilheteira o que vale e imprima de novo.',
    'given-back': 'Reembolsado aqui, ainda válido na bilheteira. Peça-lhe que o anule.',
    unsettled: 'O dinheiro foi recebido e faltam os bilhetes. Responda à pergunta que espera por esta venda.',
    'not-asked': 'A bilheteira não respondeu. Compare de novo mais tarde.',
  },
  ar: {
    'not-listed': 'هذه التذكرة لن تفتح الباب. أعطوا شباك التذاكر المرجع ورقم التذكرة، وإلا فأعيدوا المبلغ.',
    'not-recorded':
      'لم يدفع أحد ثمن هذه التذكرة هنا. ابحثوا عنها في الصناديق الأخرى، وإلا فاطلبوا من شباك التذاكر إلغاءها.',
    differs: 'الطرفان لا يقولان الشيء نفسه عن هذه التذكرة. اسألوا شباك التذاكر أيهما الصحيح ثم اطبعوها من جديد.',
    'given-back': 'أُعيد ثمنها هنا وما زالت صالحة لدى شباك التذاكر. اطلبوا منه إلغاءها.',
    unsettled: 'أُخذ المال والتذاكر ناقصة. أجيبوا عن السؤال الذي ينتظر في هذه العملية.',
    'not-asked': 'لم يجب شباك التذاكر. أعيدوا المقارنة لاحقًا.',
  },
}
