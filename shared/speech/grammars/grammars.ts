import type { Language } from '../../domain/language.ts'
import type { Grammar } from '../grammar.ts'
import { arabicGrammar } from './ar.ts'
import { englishGrammar } from './en.ts'
import { frenchGrammar } from './fr.ts'
import { portugueseGrammar } from './pt.ts'

export const grammars: Readonly<Record<Language, Grammar>> = {
  fr: frenchGrammar,
  en: englishGrammar,
  pt: portugueseGrammar,
  ar: arabicGrammar,
}
