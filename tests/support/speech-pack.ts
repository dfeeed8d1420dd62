import { join } from 'node:path'
import { speechFiles, speechFolders } from '../../electron/app/speech.ts'
import { ensureInstalled } from '../../scripts/install.mjs'
import { writePack } from '../../scripts/speech/pack.ts'
import { linesOf, textsOf } from '../../scripts/speech/screen-texts.ts'
import { createSynthesiser } from '../../scripts/speech/synthesiser.ts'
import type { Language, SpeechLanguage } from '../../shared/domain/language.ts'
import { createComposer, type Composer } from '../../shared/speech/compose.ts'
import { grammarOf } from '../../shared/speech/grammars.ts'

const composers = new Map<SpeechLanguage, Composer>()

/** Returns a composer that speaks as if the complete speech pack of a language were installed. */
export function composerOf(tongue: SpeechLanguage): Composer {
  const known = composers.get(tongue)
  if (known) return known
  const composer = createComposer(grammarOf(tongue), new Set(textsOf(tongue).map(({ key }) => key)))
  composers.set(tongue, composer)
  return composer
}

/** Records only the clips for the given texts, which takes a second. Returns the files of the pack. */
export async function makePack(resourcesDirectory: string, language: Language, texts: readonly string[]) {
  const compose = composerOf(language)
  const needed = new Set(texts.flatMap((text) => compose(text).parts.map((part) => ('clip' in part ? part.clip : ''))))
  const lines = linesOf(language).filter(({ key }) => needed.has(key))
  await ensureInstalled('scripts/speech')
  writePack(join(resourcesDirectory, 'speech', language), language, lines, await createSynthesiser())
  return speechFiles(speechFolders({ resourcesDirectory, dataDirectory: resourcesDirectory }).packs)
}
