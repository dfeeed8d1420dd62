import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isOnlySpoken, type SpeechLanguage, tongues } from '../../shared/domain/language.ts'
import { messageOf } from '../../shared/errors.ts'
import { readProgramWithoutKey, stopSignal } from '../app/program.ts'
import { checkSpeech, openRecording, speechFolders, type SpeechPlaces, textsToSay } from '../app/speech.ts'
import { Browsers } from '../transport/browser.ts'
import { serveRecording } from '../transport/recording-host.ts'
import { choiceAt, EXIT, type GuichetCommand } from './command.ts'

export function addSpeech(program: GuichetCommand): void {
  const speech = program.command('speech').description('speech packs for reading screens aloud').isGroup()
  speech
    .command('check')
    .argument('[LANGUAGE]', `${tongues.join(', ')}; default: all`)
    .description('list the screen texts that a speech pack lacks')
    .ofProgram()
    .endsWith({
      [EXIT.done]: 'the speech packs are complete',
      [EXIT.failed]: 'a text is missing, or there is no speech pack',
    })
    .withHandler(({ values, words: [wanted], texts, say, refuse, failed, demand }) => {
      const asked = tongues.filter((tongue) => wanted === undefined || tongue === wanted)
      if (asked.length === 0) return refuse(choiceAt(texts, 'LANGUAGE', tongues, wanted))
      const { config, resourcesDirectory } = demand(readProgramWithoutKey(values))
      const places = { resourcesDirectory, dataDirectory: config.dataDirectory }
      for (const { manifest, why } of speechFolders(places).refused) say(`${manifest} is not used: ${why}`)
      // A language without screen texts needs no recordings unless it is requested or its recording has started.
      const isAsked = (tongue: SpeechLanguage): boolean =>
        tongue === wanted || !isOnlySpoken(tongue) || hasBegun(places, tongue)
      const inOrder = asked.filter(isAsked).map((tongue) => checkOne(places, tongue, say))
      if (!inOrder.every(Boolean)) failed(texts.refusals.speechIncomplete)
    })
  addSpeechRecord(speech)
}

const hasBegun = ({ dataDirectory }: SpeechPlaces, tongue: SpeechLanguage): boolean =>
  existsSync(join(dataDirectory, 'speech', tongue))

function checkOne(places: SpeechPlaces, tongue: SpeechLanguage, say: (line: string) => void): boolean {
  const texts = textsToSay(places.resourcesDirectory, tongue)
  const checked = texts && checkSpeech(places, tongue, texts)
  if (!checked) {
    say(`${tongue}  no speech pack: ${whoSpeaks(tongue)}`)
    return false
  }
  const { folder, voice, licence, missing } = checked
  const voiceWords = `${voice.by}${voice.synthetic ? ', a synthetic voice' : ''}, ${licence}`
  say(`${tongue}  ${folder}: ${checked.texts - missing.length} of ${checked.texts} texts (${voiceWords})`)
  for (const text of missing) say(`${tongue}  missing: ${text}`)
  if (isOnlySpoken(tongue) && missing.length > 0) say(`${tongue}  not offered on the screens until it is complete`)
  return missing.length === 0
}

const whoSpeaks = (tongue: SpeechLanguage): string =>
  isOnlySpoken(tongue)
    ? `record one with guichet speech record ${tongue}`
    : "the screens use the system's voice, if it has one"

function addSpeechRecord(speech: GuichetCommand): void {
  speech
    .command('record')
    .argument('<LANGUAGE>', tongues.join(', '))
    .description('open a page for recording the screen texts; continues an earlier recording')
    .takesNumber('--port <N>', 'port of the page; 0: any free port', 0, 65_535, 0)
    .flag('--no-browser', 'print the address of the page instead of opening it')
    .ofProgram()
    .withHandler(async ({ values, words: [wanted], texts: own, say, warn, refuse, failed, demand }) => {
      const tongue = tongues.find((each) => each === wanted)
      if (!tongue) return refuse(choiceAt(own, 'LANGUAGE', tongues, wanted))
      const { config, resourcesDirectory, rendererDirectory } = demand(readProgramWithoutKey(values))
      const texts = textsToSay(resourcesDirectory, tongue)
      if (!texts) return failed(own.refusals.noSpeechTexts)
      const stopped = stopSignal()
      const log = { error: (message: string, error: unknown) => warn(`${message}: ${messageOf(error)}`) }
      const desk = openRecording({ resourcesDirectory, dataDirectory: config.dataDirectory }, tongue, texts)
      const host = await serveRecording({ desk, log, rendererDirectory, port: values.port })
      const profiles = mkdtempSync(join(tmpdir(), 'guichet-record-'))
      const browser = values.browser
        ? new Browsers(profiles, { warn: () => undefined }).open('desk', host.entryUrl, false)
        : null
      say(browser ? `${tongue}: recordings go to ${desk.view().folder}` : `${tongue}: open ${host.entryUrl}`)
      await Promise.race([stopped, ...(browser ? [endOf(browser)] : [])])
      browser?.kill()
      await host.close()
      rmSync(profiles, { recursive: true, force: true, maxRetries: 3 })
    })
}

const endOf = (browser: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    browser.once('exit', () => resolve())
    browser.once('error', () => resolve())
  })
