import type { Catalogue } from '../fr/catalogue.ts'

export const enSpeaking: Catalogue['speaking'] = {
  greeting: 'This kiosk is speaking to you.',
  unheard: 'Nothing heard? Plug headphones in, or turn the sound up.',
  keys: {
    arrows: 'Down arrow: next choice. Up arrow: previous choice. Enter: choose. Escape: go back. Key F1: settings.',
    'twelve-keys': 'Key 8: next choice. Key 2: previous choice. Key 5: choose. Star: go back. Key 0: settings.',
    'one-switch': 'The choices go by one after the other: press when you hear yours.',
    own: 'The arrows go from one choice to the next. The key in the middle chooses. The help key opens the settings.',
  },
  controls: {
    arrows: 'Key F2: repeat. Plus and minus: the volume.',
    'twelve-keys': 'Key 1: repeat. Key 3: louder. Key 9: quieter.',
  },
  press: 'Press to choose your seats',
  choices: (count) => (count === 1 ? 'One choice.' : `${count} choices.`),
  ways: (names) => `Choices: ${names}.`,
  givenBack: 'no longer chosen',
  hidden: 'Private character',
  typed: (count, whole) => `${count} of ${whole}`,
  privateHere: 'What you type here is only said into headphones. To hear it without them, open the settings.',
  title: 'The voice',
  volume: (now, most) => `Volume ${now} of ${most}`,
  louder: 'Louder',
  quieter: 'Quieter',
  pace: (now, most) => `Speed ${now} of ${most}`,
  faster: 'Faster',
  slower: 'Slower',
  dark: {
    title: 'Black screen',
    about: 'Nobody reads over your shoulder',
    how: 'Black screen: in the settings.',
    on: 'Black screen.',
    off: 'The screen is on again.',
  },
  aloud: {
    title: 'Say everything aloud',
    about: 'Your number and your reference too',
  },
  unplugged: {
    title: 'Headphones unplugged',
    body: 'The voice has stopped. Plug the headphones in again to go on listening: nothing is lost.',
    silent: 'Go on without the voice',
    loud: 'Go on aloud',
  },
}
