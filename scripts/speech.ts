// npm run speech [-- --language fr …]: makes the speech packs resources/speech/LANGUAGE with a voice of eSpeak NG, and
// writes all spoken texts to resources/speech/texts.json.
// --texts: writes only the texts.
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { languages, tongues, type Language } from '../shared/domain/language.ts'
import { messageOf } from '../shared/errors.ts'
import { ensureInstalled } from './install.mjs'
import { inBatches, type PackOrder } from './speech/pack.ts'
import { textsOf } from './speech/screen-texts.ts'

const target = fileURLToPath(new URL('../resources/speech', import.meta.url))
const cache = fileURLToPath(new URL('../node_modules/.cache', import.meta.url))
const options = { language: { type: 'string', multiple: true }, texts: { type: 'boolean', default: false } } as const
const { values } = parseArgs({ options })
const wanted = values.language ?? languages
const known = wanted.filter((word): word is Language => languages.some((language) => language === word))

if (known.length < wanted.length) {
  console.error(`--language is one of ${languages.join(', ')}`)
  process.exitCode = 2
} else {
  writeTexts()
  if (!values.texts && (await installVoice())) await makePacks()
}

function writeTexts(): void {
  mkdirSync(target, { recursive: true })
  const texts = Object.fromEntries(tongues.map((tongue) => [tongue, textsOf(tongue)]))
  const beside = join(target, `texts.json.${process.pid}`)
  writeFileSync(beside, `${JSON.stringify(texts)}\n`)
  renameSync(beside, join(target, 'texts.json'))
}

/** Installs the speech packages if necessary. On failure, prints the reason, sets exit code 1 and returns false. */
async function installVoice(): Promise<boolean> {
  try {
    await ensureInstalled('scripts/speech')
    return true
  } catch (error) {
    console.error(messageOf(error))
    process.exitCode = 1
    return false
  }
}

/** Makes the speech packs. Each speech pack is replaced atomically, because a running kiosk may load it at any time. */
async function makePacks(): Promise<void> {
  setPriority(constants.priority.PRIORITY_LOW)
  const processors = Math.max(1, availableParallelism() - 1)
  console.error(`Making recordings (${known.join(', ')}) on ${processors} of ${availableParallelism()} processors…`)
  mkdirSync(cache, { recursive: true })
  const fresh = mkdtempSync(join(cache, 'speech-packs-'))
  try {
    const lanes = inBatches(known, Math.min(known.length, processors))
    await Promise.all(lanes.flatMap((lane) => (lane.length > 0 ? [inWorker({ languages: lane, target: fresh })] : [])))
    for (const language of known) {
      const beside = join(target, `${language}.part`)
      rmSync(beside, { recursive: true, force: true })
      cpSync(join(fresh, language), beside, { recursive: true })
      rmSync(join(target, language), { recursive: true, force: true })
      renameSync(beside, join(target, language))
    }
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** Makes packs in a worker thread, because speech synthesis fully occupies a processor. */
function inWorker(order: PackOrder): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('speech/pack-worker.ts', import.meta.url), { workerData: order })
    worker.once('error', reject)
    worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`speech ended with ${code}`))))
  })
}
