import { folded, wordsOf } from './folded.ts'

/** What cashiers type where somebody pays less, or nothing: in the languages of the screens, one spelling each is enough. */
const REDUCED = [
  ['gratuit', 'gratuite', 'gratuits', 'gratuites', 'gratuité', 'offert', 'invitation', 'invitations', 'invité'],
  ['réduit', 'réduits', 'réduction', 'remise', 'enfant', 'enfants', 'élève', 'étudiant', 'étudiants', 'senior'],
  ['bon', 'coupon', 'promo', 'exonéré', 'demi', 'avoir'],
  ['free', 'complimentary', 'comp', 'reduced', 'discount', 'child', 'children', 'student', 'students', 'voucher'],
  ['gratis', 'grátis', 'convite', 'convites', 'reduzido', 'desconto', 'criança', 'crianças', 'estudante', 'vale'],
  ['مجاني', 'مجانية', 'دعوة', 'مخفض', 'تخفيض', 'طفل', 'أطفال', 'طالب', 'قسيمة'],
]
const reducedWords: ReadonlySet<string> = new Set(REDUCED.flat().map(folded))

/** Whether a line asks for seats at another price than theirs: complimentary, reduced, or for a voucher. */
export function asksAnotherPrice(typed: string): boolean {
  return wordsOf(typed).some((word) => reducedWords.has(word))
}
