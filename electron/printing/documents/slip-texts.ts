import type { SlipDocument } from '../../../shared/domain/documents/slip-document.ts'
import type { Language } from '../../../shared/kiosk-api/views.ts'

/** Every word of a slip of returned tickets that is not the partner's. */
export interface SlipTexts {
  readonly headings: Readonly<Record<SlipDocument['kind'], string>>
  readonly on: string
  readonly people: string
  /** The numbers of one or two people. */
  readonly by: (staffId: string, second: string | null) => string
  readonly reason: string
  readonly total: string
  /** Where it went back already. */
  readonly given: string
  readonly reference: string
  readonly worthless: string
  readonly unsold: string
  readonly notice: string
  readonly signatures: readonly string[]
}

const french: SlipTexts = {
  headings: { refund: 'Remboursement', void: 'Annulation', unsold: 'Argent rendu' },
  on: 'Fait le',
  people: 'Par',
  by: (staffId, second) => (second === null ? `nº ${staffId}` : `nº ${staffId}, avec nº ${second}`),
  reason: 'Motif :',
  total: 'À rendre',
  given: 'Rendu',
  reference: 'Référence',
  worthless: 'Ces billets ne valent plus rien : reprenez-les.',
  unsold: 'Aucun billet n’a été vendu : les places ont été libérées.',
  notice:
    'Le service de billetterie n’a pas d’annulation : il tient toujours ces billets pour vendus, leurs codes peuvent encore ouvrir une porte et les places ne se revendent pas. Donnez leurs numéros à l’organisateur.',
  signatures: ['Client : somme reçue', 'Responsable'],
}

const english: SlipTexts = {
  headings: { refund: 'Refund', void: 'Void', unsold: 'Money given back' },
  on: 'Done on',
  people: 'By',
  by: (staffId, second) => (second === null ? `no. ${staffId}` : `no. ${staffId}, with no. ${second}`),
  reason: 'Reason:',
  total: 'To give back',
  given: 'Given back',
  reference: 'Reference',
  worthless: 'These tickets are worth nothing now: keep them here.',
  unsold: 'No ticket was sold: the seats were released.',
  notice:
    'The booking service has no cancellation: to it these tickets are still sold, their codes may still open a gate, and the seats are not sold again. Tell the organiser their numbers.',
  signatures: ['Customer: sum received', 'Supervisor'],
}

const portuguese: SlipTexts = {
  headings: { refund: 'Reembolso', void: 'Anulação', unsold: 'Dinheiro devolvido' },
  on: 'Feito em',
  people: 'Por',
  by: (staffId, second) => (second === null ? `n.º ${staffId}` : `n.º ${staffId}, com n.º ${second}`),
  reason: 'Motivo:',
  total: 'A devolver',
  given: 'Devolvido',
  reference: 'Referência',
  worthless: 'Estes bilhetes já não valem nada: fique com eles.',
  unsold: 'Nenhum bilhete foi vendido: os lugares foram libertados.',
  notice:
    'O serviço de bilheteira não tem anulação: para ele estes bilhetes continuam vendidos, os códigos ainda podem abrir uma porta e os lugares não voltam a ser vendidos. Indique os números ao organizador.',
  signatures: ['Cliente: quantia recebida', 'Responsável'],
}

const arabic: SlipTexts = {
  headings: { refund: 'رد ثمن', void: 'إلغاء', unsold: 'مبلغ مُعاد' },
  on: 'التاريخ',
  people: 'بواسطة',
  by: (staffId, second) => (second === null ? `رقم ${staffId}` : `رقم ${staffId} مع رقم ${second}`),
  reason: 'السبب:',
  total: 'المبلغ المستحق رده',
  given: 'المبلغ المُعاد',
  reference: 'المرجع',
  worthless: 'لم تعد لهذه التذاكر أي قيمة: احتفظ بها هنا.',
  unsold: 'لم تُبع أي تذكرة: أُعيدت المقاعد للبيع.',
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
