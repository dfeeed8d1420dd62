import type { Catalogue } from '../fr/catalogue.ts'

export const enSpeaking: Catalogue['speaking'] = {
  greeting: 'This kiosk is speaking to you.',
  unheard: 'Can’t hear anything? Plug in headphones or turn up the volume.',
  keys: {
    arrows: 'Down arrow: next choice. Up arrow: previous choice. Enter: choose. Escape: go back. Key F1: settings.',
    'twelve-keys': 'Key 8: next choice. Key 2: previous choice. Key 5: choose. Star: go back. Key 0: settings.',
    'one-switch': 'The choices go by one after the other: press when you hear yours.',
    own: 'The arrows go from one choice to the next. The centre key selects. The help key opens the settings.',
  },
  controls: {
    arrows: 'Key F2: repeat. Plus and minus: volume.',
    'twelve-keys': 'Key 1: repeat. Key 3: louder. Key 9: quieter.',
  },
  press: 'Press to buy tickets',
  choices: (count) => (count === 1 ? 'One choice.' : `${count} choices.`),
  ways: (names) => `Choices: ${names}.`,
  givenBack: 'deselected',
  hidden: 'Hidden character',
  typed: (count, whole) => `${count} of ${whole}`,
  privateHere: 'What you type is read out only through headphones. To hear it aloud, open the settings.',
  title: 'Voice',
  volume: (now, most) => `Volume ${now} of ${most}`,
  louder: 'Louder',
  quieter: 'Quieter',
  pace: (now, most) => `Speed ${now} of ${most}`,
  faster: 'Faster',
  slower: 'Slower',
  dark: {
    title: 'Black screen',
    about: 'So that nobody can read your screen',
    how: 'Black screen: in the settings.',
    on: 'Black screen.',
    off: 'The screen is on again.',
  },
  aloud: {
    title: 'Read everything aloud',
    about: 'Your number and your reference too',
  },
  unplugged: {
    title: 'Headphones unplugged',
    body: 'Reading aloud has stopped. Plug the headphones back in to continue: nothing is lost.',
    silent: 'Continue without reading aloud',
    loud: 'Continue through the speaker',
  },
}
