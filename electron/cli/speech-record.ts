import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '../../shared/errors.ts'
import { tongues } from '../../shared/domain/language.ts'
import { readProgramWithoutKey, stopSignal } from '../app/program.ts'
import { openRecording } from '../app/speech/speech-recording.ts'
import { textsToSay } from '../app/speech/speech-texts.ts'
import { createBrowsers } from '../transport/browser.ts'
import { serveRecording } from '../transport/recording-host.ts'
import { choiceAt, type GuichetCommand, type ProgramValues, type Task } from './command.ts'

interface Values extends ProgramValues {
  readonly port: number
  readonly browser: boolean
}

export function addSpeechRecord(speech: GuichetCommand): void {
  speech
    .command('record')
    .argument('<LANGUAGE>', tongues.join(', '))
    .description('open a page for recording the screen texts; continues an earlier recording')
    .takesNumber('--port <N>', 'port of the page; 0: any free port', 0, 65_535, 0)
    .option('--no-browser', 'print the address of the page instead of opening it')
    .ofProgram()
    .does(record)
}

/** 0 when it was stopped or its window closed, 1 when there is nothing to say, 2 when command line or settings are wrong. */
async function record({ values, words: [wanted], texts: own, say, refuse, failed }: Task<Values>): Promise<number> {
  const tongue = tongues.find((each) => each === wanted)
  if (!tongue) return refuse(choiceAt(own, 'LANGUAGE', tongues, wanted))
  const program = readProgramWithoutKey(values)
  if (!program.ok) return refuse(...program.error.lines)
  const { config, resourcesDirectory, rendererDirectory } = program.value
  const texts = textsToSay(resourcesDirectory, tongue)
  if (!texts) return failed(own.refusals.noSpeechTexts)
  const stopped = stopSignal()
  const log = { error: (message: string, error: unknown) => void refuse(`${message}: ${messageOf(error)}`) }
  const desk = openRecording({ resourcesDirectory, dataDirectory: config.dataDirectory }, tongue, texts)
  const host = await serveRecording({ desk, log, rendererDirectory, port: values.port })
  const profiles = mkdtempSync(join(tmpdir(), 'guichet-record-'))
  const browser = values.browser
    ? createBrowsers(profiles, { warn: () => undefined })('desk', host.entryUrl, false)
    : null
  say(browser ? `${tongue}: recordings go to ${desk.view().folder}` : `${tongue}: open ${host.entryUrl}`)
  await Promise.race([stopped, ...(browser ? [endOf(browser)] : [])])
  browser?.kill()
  await host.close()
  rmSync(profiles, { recursive: true, force: true, maxRetries: 3 })
  return 0
}

const endOf = (browser: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    browser.once('exit', () => resolve())
    browser.once('error', () => resolve())
  })
