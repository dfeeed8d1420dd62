import type { Language } from '../../shared/domain/language.ts'
import { composerOf } from '../support/speech-pack.ts'

/** The clips of a text, as a whole pack says it; a text that it cannot say whole is a fault. */
export function clipsOf(language: Language, text: string): readonly string[] {
  const { parts, missing, spelled } = composerOf(language)(text)
  const lacking = [...missing, ...spelled]
  if (lacking.length > 0) throw new Error(`${text}: ${lacking.join(', ')}`)
  return parts.flatMap((part) => ('clip' in part ? [part.clip] : []))
}
