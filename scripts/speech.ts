// npm run speech [-- --language fr …]: makes the speech packs of the program, resources/speech/LANGUAGE, with a voice of
// eSpeak NG, and resources/speech/texts.json, which `guichet speech check` compares packs with. Clips that are known are
// taken from node_modules/.cache/speech: only the first time takes minutes.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { languages, tongues, type Language } from '../shared/domain/language.ts'
import { inBatches, type PackOrder } from './speech/pack.ts'
import { textsOf } from './speech/screen-texts.ts'

const target = fileURLToPath(new URL('../resources/speech', import.meta.url))
const { values } = parseArgs({ options: { language: { type: 'string', multiple: true } } })
const wanted = values.language ?? languages
const known = wanted.filter((word): word is Language => languages.some((language) => language === word))

if (known.length < wanted.length) {
  console.error(`--language is one of ${languages.join(', ')}`)
  process.exitCode = 2
} else await make()

async function make(): Promise<void> {
  if (values.language === undefined) rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const texts = Object.fromEntries(tongues.map((tongue) => [tongue, textsOf(tongue)]))
  writeFileSync(join(target, 'texts.json'), `${JSON.stringify(texts)}\n`)
  const lanes = inBatches(known, Math.min(known.length, availableParallelism()))
  await Promise.all(lanes.flatMap((lane) => (lane.length > 0 ? [inWorker({ languages: lane, target })] : [])))
}

/** Speaking takes a whole processor. */
function inWorker(order: PackOrder): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('speech/pack-worker.ts', import.meta.url), { workerData: order })
    worker.once('error', reject)
    worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`speech ended with ${code}`))))
  })
}
