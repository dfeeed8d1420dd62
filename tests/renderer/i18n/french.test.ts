import { describe, expect, test } from 'vitest'
import { fr } from '../../../renderer/i18n/fr/catalogue.ts'
import { frFleet } from '../../../renderer/i18n/fr/fleet.ts'
import { frRecording } from '../../../renderer/i18n/fr/recording.ts'
import { catalogues } from '../../../shared/i18n/catalogues.ts'
import { textsOf, type PathText } from '../../support/catalogue-texts.ts'

/** All French that people read, wherever it stands. */
const texts = [
  ...textsOf(fr, 'screens'),
  ...textsOf(frFleet, 'fleet'),
  ...textsOf(frRecording, 'recording'),
  ...textsOf(catalogues.fr, 'program'),
] as readonly PathText[]

const withFault = (fault: RegExp, among = texts): readonly PathText[] => among.filter(([, text]) => fault.test(text))

test('almost every text is looked at', () => {
  expect(texts.length).toBeGreaterThan(1300)
})

describe('marks', () => {
  test.each([
    ['a mark has its space, which breaks no line', / [?!:;»]|« /u],
    ['a mark has a space at all', /[\p{L}\d»)][?!;»](?=\s|$)/u],
    ['guillemets, not inverted commas', /["“”]|«[^\u00a0]|[^\u00a0]»/u],
    ['a curly apostrophe', /'/u],
    ['one character for …', /\.\.\./u],
    ['no narrow space, which few fonts have', /\u202f/u],
    ['no two spaces', /[^ ·] {2}[^ ·]/u],
  ])('%s', (_, fault) => {
    expect(withFault(fault)).toEqual([])
  })
})

describe('words', () => {
  const whole = (words: string): RegExp => new RegExp(`(?<![\\p{L}_-])(?:${words})(?![\\p{L}_-])`, 'iu')

  test.each([
    ['English', whole('the|and|not|with|settings|kiosk|hub|ticket office|booking|seats?|shift|recovery|update|login')],
    ['a machine’s own', /(?<![\p{L}.])(?:JSON|[a-z]+_[a-z]+)(?!\p{L})/u],
    ['of another hand', whole('habituel|aspect|sièges?|registre|écran du personnel|sans issue|rouleau du journal')],
    ['a label that only goes on', /^Ensuite$/u],
  ])('none is %s', (_, fault) => {
    // `{seat}` stands for what is put there.
    const people = texts.filter(([path]) => !technical.some((name) => path.startsWith(name)))
    const bare = people.map(([path, text]): PathText => [path, text.replaceAll(/\{\w+\}/gu, '…')])
    expect(withFault(fault, bare)).toEqual([])
  })

  test('a cashier is told of a till, never of a kiosk', () => {
    const { desk, files, shift, people, problems } = fr
    const atDesk = textsOf({ desk, files, shift, people, problems: { ...problems, ...desk.problems } })
    // A kiosk alone measures its screen, takes codes, and counts payments that customers left.
    const ofKiosk = ['.problems.not-saved', '.problems.unknown-code', '.problems.too-many-open']
    expect(
      withFault(/\bbornes?\b|\bvoyez un agent\b/iu, atDesk).filter(
        ([path]) => !ofKiosk.some((own) => path.startsWith(own)),
      ),
    ).toEqual([])
  })
})

/** For technicians: fields of a partner's replies, commands to type, keys of files. */
const technical = [
  'program.config',
  'program.doctor.says',
  'program.doctor.spoken',
  'program.ledger.consistent',
  'program.setup.hub',
  'program.movedSetting',
  'program.privacy.elsewhere',
  'program.refusals',
  'fleet.empty.todo',
  'screens.setup.fleet.invitationAbout',
]
