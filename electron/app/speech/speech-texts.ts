import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Tongue, tongues } from '../../../shared/domain/language.ts'
import { parseJson } from '../../../shared/json.ts'
import { createComposer } from '../../../shared/speech/compose.ts'
import { grammarOf } from '../../../shared/speech/grammars.ts'
import { isNeeded, type Line, lineGroups, linePlaces, type SpeechManifest } from '../../../shared/speech/line.ts'

const lineSchema = z.object({
  key: z.string(),
  text: z.string(),
  group: z.enum(lineGroups),
  where: z.enum(linePlaces).optional(),
  context: z.string().optional(),
})

/** What `npm run speech` writes beside the packs. */
const textsFile = z.partialRecord(z.enum(tongues), z.array(lineSchema))

/** All that the screens say in a language; null where the program came without, or with the list of another version. */
export function textsToSay(resourcesDirectory: string, tongue: Tongue): readonly Line[] | null {
  const file = join(resourcesDirectory, 'speech', 'texts.json')
  if (!existsSync(file)) return null
  const read = textsFile.safeParse(parseJson(readFileSync(file, 'utf8')))
  return read.success ? (read.data[tongue] ?? []) : null
}

/** What the clips of these manifests, the pack's own first, cannot say of the texts that a whole pack says. */
export function missingTexts(
  tongue: Tongue,
  manifests: readonly SpeechManifest[],
  texts: readonly Line[],
): readonly Line[] {
  const clips = new Set(manifests.flatMap((manifest) => Object.keys(manifest.clips)))
  const compose = createComposer(grammarOf(tongue, manifests[0]?.counting), clips)
  const isSaid = ({ key, text }: Line): boolean => {
    if (clips.has(key)) return true
    // A longer text may be said in pieces; a letter or a figure is one.
    const { spelled, missing } = compose(text)
    return !key.startsWith('[') && spelled.length === 0 && missing.length === 0
  }
  return texts.filter((line) => isNeeded(line) && !isSaid(line))
}
