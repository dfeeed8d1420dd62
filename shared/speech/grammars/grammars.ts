import { isOnlySpoken, type Language, type Tongue } from '../../domain/language.ts'
import type { Grammar } from '../grammar.ts'
import { usualCounting, type Counting } from '../counting.ts'
import { arabicGrammar } from './ar.ts'
import { englishGrammar } from './en.ts'
import { frenchGrammar } from './fr.ts'
import { portugueseGrammar } from './pt.ts'
import { spokenGrammar } from './spoken.ts'

export const grammars: Readonly<Record<Language, Grammar>> = {
  fr: frenchGrammar,
  en: englishGrammar,
  pt: portugueseGrammar,
  ar: arabicGrammar,
}

/** `counting` is what the pack's manifest says of a language that is only spoken. */
export const grammarOf = (tongue: Tongue, counting: Counting = usualCounting): Grammar =>
  isOnlySpoken(tongue) ? spokenGrammar(counting) : grammars[tongue]
