import type { Language } from '../../shared/kiosk-api/views.ts'

/** Every word of a slip of returned tickets that is not the partner's. */
export interface SlipTexts {
  readonly headings: { readonly refund: string; readonly void: string }
  readonly on: string
  readonly people: string
  /** The numbers of two people. */
  readonly by: (staffId: string, second: string) => string
  readonly reason: string
  readonly total: string
  readonly reference: string
  readonly worthless: string
  readonly notice: string
  readonly signatures: readonly string[]
}

const french: SlipTexts = {
  headings: { refund: 'Remboursement', void: 'Annulation' },
  on: 'Fait le',
  people: 'Par',
  by: (staffId, second) => `nº ${staffId}, avec nº ${second}`,
  reason: 'Motif :',
  total: 'À rendre',
  reference: 'Référence',
  worthless: 'Ces billets ne valent plus rien : reprenez-les.',
  notice:
    'Le service de billetterie n’a pas d’annulation : il tient toujours ces billets pour vendus, leurs codes peuvent encore ouvrir une porte et les places ne se revendent pas. Donnez leurs numéros à l’organisateur.',
  signatures: ['Client : somme reçue', 'Responsable'],
}

const english: SlipTexts = {
  headings: { refund: 'Refund', void: 'Void' },
  on: 'Done on',
  people: 'By',
  by: (staffId, second) => `no. ${staffId}, with no. ${second}`,
  reason: 'Reason:',
  total: 'To give back',
  reference: 'Reference',
  worthless: 'These tickets are worth nothing now: keep them here.',
  notice:
    'The booking service has no cancellation: to it these tickets are still sold, their codes may still open a gate, and the seats are not sold again. Tell the organiser their numbers.',
  signatures: ['Customer: sum received', 'Supervisor'],
}

const portuguese: SlipTexts = {
  headings: { refund: 'Reembolso', void: 'Anulação' },
  on: 'Feito em',
  people: 'Por',
  by: (staffId, second) => `n.º ${staffId}, com n.º ${second}`,
  reason: 'Motivo:',
  total: 'A devolver',
  reference: 'Referência',
  worthless: 'Estes bilhetes já não valem nada: fique com eles.',
  notice:
    'O serviço de bilheteira não tem anulação: para ele estes bilhetes continuam vendidos, os códigos ainda podem abrir uma porta e os lugares não voltam a ser vendidos. Indique os números ao organizador.',
  signatures: ['Cliente: quantia recebida', 'Responsável'],
}

const arabic: SlipTexts = {
  headings: { refund: 'رد ثمن', void: 'إلغاء' },
  on: 'التاريخ',
  people: 'بواسطة',
  by: (staffId, second) => `رقم ${staffId} مع رقم ${second}`,
  reason: 'السبب:',
  total: 'المبلغ المستحق رده',
  reference: 'المرجع',
  worthless: 'لم تعد لهذه التذاكر أي قيمة: احتفظ بها هنا.',
  notice:
    'خدمة الحجز لا تعرف الإلغاء: ما زالت هذه التذاكر مباعة عندها، وقد تفتح رموزها بوابة، ولا تُباع المقاعد من جديد. أبلغ المنظم بأرقامها.',
  signatures: ['الزبون: استلمت المبلغ', 'المسؤول'],
}

export const slipTexts: Readonly<Record<Language, SlipTexts>> = {
  fr: french,
  en: english,
  pt: portuguese,
  ar: arabic,
}
