import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isOnlySpoken, tongues, type Tongue } from '../../shared/domain/language.ts'
import { checkSpeech } from '../app/speech/speech-check.ts'
import { textsToSay } from '../app/speech/speech-texts.ts'
import { readProgramWithoutKey } from '../app/program.ts'
import { speechFolders, type SpeechPlaces } from '../app/speech/speech-packs.ts'
import { choiceAt, type GuichetCommand, type ProgramValues, type Task } from './command.ts'
import { addSpeechRecord } from './speech-record.ts'

export function addSpeech(program: GuichetCommand): void {
  const speech = program.command('speech').description('speech packs for reading screens aloud').isGroup()
  speech
    .command('check')
    .argument('[LANGUAGE]', `${tongues.join(', ')}; default: all`)
    .description('list the screen texts that a speech pack lacks')
    .ofProgram()
    .endsWith({ 0: 'the speech packs are complete', 1: 'a text is missing, or there is no speech pack' })
    .does(check)
  addSpeechRecord(speech)
}

/** 0 everything can be said, 1 a text or a pack is missing, 2 the command line or the settings are wrong. */
function check({ values, words: [wanted], texts, say, refuse, failed }: Task<ProgramValues>): number {
  const asked = tongues.filter((tongue) => wanted === undefined || tongue === wanted)
  if (asked.length === 0) return refuse(choiceAt(texts, 'LANGUAGE', tongues, wanted))
  const program = readProgramWithoutKey(values)
  if (!program.ok) return refuse(...program.error.lines)
  const { config, resourcesDirectory } = program.value
  const places = { resourcesDirectory, dataDirectory: config.dataDirectory }
  for (const { manifest, why } of speechFolders(places).refused) say(`${manifest} is not used: ${why}`)
  // Nobody has to have recorded a language that no buyer asks for.
  const isAsked = (tongue: Tongue): boolean => tongue === wanted || !isOnlySpoken(tongue) || hasBegun(places, tongue)
  const inOrder = asked.filter(isAsked).map((tongue) => checkOne(places, tongue, say))
  return inOrder.every(Boolean) ? 0 : failed(texts.refusals.speechIncomplete)
}

const hasBegun = ({ dataDirectory }: SpeechPlaces, tongue: Tongue): boolean =>
  existsSync(join(dataDirectory, 'speech', tongue))

function checkOne(places: SpeechPlaces, tongue: Tongue, say: (line: string) => void): boolean {
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

const whoSpeaks = (tongue: Tongue): string =>
  isOnlySpoken(tongue)
    ? `record one with guichet speech record ${tongue}`
    : "the screens use the system's voice, if it has one"
