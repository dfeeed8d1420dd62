import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { writePack, type PackOrder } from './pack.ts'
import { linesOf } from './screen-texts.ts'
import { createSynthesiser } from './synthesiser.ts'

const { languages, target } = workerData as PackOrder
const synthesiser = await createSynthesiser()
for (const language of languages) {
  const lines = linesOf(language)
  const { seconds, bytes } = writePack(join(target, language), language, lines, synthesiser)
  const size = `${Math.round(seconds)} s, ${(bytes / 1e6).toFixed(1)} MB`
  console.log(`resources/speech/${language}: ${lines.length} clips, ${size}`)
}
