import { languages, type Language } from '../../shared/domain/language.ts'
import { checkSpeech, textsToSay } from '../app/speech/speech-check.ts'
import { readProgramWithoutKey } from '../app/program.ts'
import { speechFolders } from '../app/speech/speech-packs.ts'
import type { GuichetCommand, ProgramValues, Task } from './command.ts'

export function addSpeech(program: GuichetCommand): void {
  const speech = program.command('speech').description('what the screens say aloud').isGroup()
  speech
    .command('check')
    .argument('[LANGUAGE]', `${languages.join(', ')}; left out: all of them`)
    .description('names every text of the screens that a speech pack cannot say; 0 none, 1 some, or there is no pack')
    .ofProgram()
    .does(check)
}

/** 0 everything can be said, 1 a text or a pack is missing, 2 the command line or the settings are wrong. */
function check({ values, words: [wanted], say, refuse, failed }: Task<ProgramValues>): number {
  const asked = languages.filter((language) => wanted === undefined || language === wanted)
  if (asked.length === 0) return refuse(`speech check takes ${languages.join(', ')}, not "${wanted}"`)
  const program = readProgramWithoutKey(values)
  if (!program.ok) return refuse(...program.error.lines)
  const { config, resourcesDirectory } = program.value
  const places = { resourcesDirectory, dataDirectory: config.dataDirectory }
  for (const { manifest, why } of speechFolders(places).refused) say(`${manifest} is not used: ${why}`)
  const inOrder = asked.map((language) => checkOne(places, language, say))
  return inOrder.every(Boolean) ? 0 : failed('not every text of the screens can be said')
}

function checkOne(places: Parameters<typeof checkSpeech>[0], language: Language, say: (line: string) => void): boolean {
  const texts = textsToSay(places, language)
  const checked = texts && checkSpeech(places, language, texts)
  if (!checked) {
    say(`${language}  no speech pack: the screens are said by the system's voice, where it has one`)
    return false
  }
  const { folder, voice, licence, missing } = checked
  const voiceWords = `${voice.by}${voice.synthetic ? ', a synthetic voice' : ''}, ${licence}`
  say(`${language}  ${folder}: ${checked.texts - missing.length} of ${checked.texts} texts (${voiceWords})`)
  for (const text of missing) say(`${language}  missing: ${text}`)
  return missing.length === 0
}
