import { languages, type Language } from './language.ts'

/** Texts that a customer may read before paying: the conditions of sale and the privacy notice. */
export const termsDocuments = ['conditions', 'privacy'] as const
export type TermsDocument = (typeof termsDocuments)[number]

type TermsTexts = Readonly<Partial<Record<Language, string>>>

export interface Terms extends Readonly<Record<TermsDocument, TermsTexts>> {
  /** Title, version or date of the texts, printed on the receipt. */
  readonly version?: string | undefined
  /** Place where the texts can be read after the sale, such as a web address. */
  readonly address?: string | undefined
}

/** Settings with information that a live machine must by law give to customers. */
export const termsSettings = [
  'seller.name',
  'seller.address',
  'seller.contact',
  'terms.conditions',
  'terms.privacy',
] as const
export type TermsSetting = (typeof termsSettings)[number]

export interface TermsText {
  readonly language: Language
  readonly text: string
}

/** Returns the text in `language`, otherwise in `first`, otherwise in any language; null if there is none. */
export function termsIn(texts: TermsTexts, language: Language, first: Language): TermsText | null {
  for (const each of [language, first, ...languages]) {
    const text = texts[each]
    if (text !== undefined) return { language: each, text }
  }
  return null
}
