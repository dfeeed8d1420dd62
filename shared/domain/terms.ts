import { languages, type Language } from './language.ts'

/** What a customer may read before paying: the conditions of sale, and what becomes of their data. */
export const termsDocuments = ['conditions', 'privacy'] as const
export type TermsDocument = (typeof termsDocuments)[number]

/** The text of one document in each language that the venue has it in. */
type TermsTexts = Readonly<Partial<Record<Language, string>>>

export interface Terms extends Readonly<Record<TermsDocument, TermsTexts>> {
  /** Title, version or date of the texts, for the receipt. */
  readonly version?: string | undefined
  /** Where the texts can be read after the sale, such as a web address. */
  readonly address?: string | undefined
}

/** Settings without which a live machine lacks what the law wants a customer to know. */
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

/**
 * Returns the text in `language`, otherwise in `first`, the venue's first language, otherwise in the first of our
 * languages that has one. Null if there is none at all.
 */
export function termsIn(texts: TermsTexts, language: Language, first: Language): TermsText | null {
  for (const each of [language, first, ...languages]) {
    const text = texts[each]
    if (text !== undefined) return { language: each, text }
  }
  return null
}
