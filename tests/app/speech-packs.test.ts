import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkSpeech } from '../../electron/app/speech/speech-check.ts'
import { programsPacks, speechFiles, speechFolders } from '../../electron/app/speech/speech-packs.ts'
import { createStaticFiles } from '../../electron/transport/static-files.ts'
import { linesOf, textsOf } from '../../scripts/speech/screen-texts.ts'
import { languages, type Language } from '../../shared/domain/language.ts'
import { isNeeded } from '../../shared/speech/line.ts'
import { temporaryFolder } from '../shells/shell.ts'

interface Pack {
  readonly language?: string
  readonly keys?: readonly string[]
  readonly file?: string
  /** The sound is there. */
  readonly sounds?: boolean
}

function writePack(
  folder: string,
  { language = 'fr', keys = ['merci'], file = 'a.wav', sounds = true }: Pack = {},
): void {
  mkdirSync(folder, { recursive: true })
  const clips = Object.fromEntries(keys.map((key) => [key, { file }]))
  const voice = { synthetic: false, by: 'Mariama Bah' }
  const manifest = { format: 'guichet-speech/1', language, voice, licence: 'CC0-1.0', clips }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
  if (sounds) writeFileSync(join(folder, file), 'sound')
}

function places() {
  const [resourcesDirectory, dataDirectory] = [temporaryFolder(), temporaryFolder()]
  const shipped = join(resourcesDirectory, 'speech', 'fr')
  writePack(shipped, { file: 'clips.opus' })
  return { resourcesDirectory, dataDirectory, shipped, own: join(dataDirectory, 'speech', 'fr') }
}

describe('which pack speaks', () => {
  test('the one of the program, and over it what the venue lays into its folder', () => {
    const { shipped, own, ...where } = places()
    expect(speechFolders(where).packs).toMatchObject([{ at: 'fr', folder: shipped }])
    writePack(own)
    const both = [
      { at: 'fr', folder: shipped },
      { at: 'fr/venue', folder: own },
    ]
    expect(speechFolders(where)).toMatchObject({ packs: both, refused: [] })
  })

  test('names of the venue are added to whichever speaks', () => {
    const { own, ...where } = places()
    writePack(join(own, 'names'), { keys: ['hamana ac'] })
    expect(speechFolders(where).packs.map(({ at }) => at)).toEqual(['fr', 'fr/names'])
  })

  test('one that is only spoken, once it can say all screens; until then it is said what it lacks', () => {
    const { dataDirectory, resourcesDirectory } = places()
    const texts = textsOf('sus')
    writeFileSync(join(resourcesDirectory, 'speech', 'texts.json'), JSON.stringify({ sus: texts }))
    const keys = texts.map(({ key }) => key)
    const own = join(dataDirectory, 'speech', 'sus')
    const heard = () => speechFolders({ dataDirectory, resourcesDirectory })
    writePack(own, { language: 'sus', keys: keys.slice(1) })
    expect(heard().packs.map(({ at }) => at)).toEqual(['fr'])
    expect(
      heard()
        .refused.map(({ why }) => why)
        .join('\n'),
    ).toContain('lacks 1 of the texts')
    writePack(own, { language: 'sus', keys })
    expect(heard()).toMatchObject({ packs: [{ at: 'fr' }, { at: 'sus/venue' }], refused: [] })
  })

  test.each<[string, Pack, string]>([
    ['of another language', { language: 'en' }, 'of the language "en"'],
    ['without its sound', { sounds: false }, 'a.wav is not there'],
    [
      'that names a file elsewhere',
      { file: '../../config.json', sounds: false },
      'it is no manifest of a speech pack: clips.merci.file: expected a file name such as hello.opus, in lower-case letters (opus, ogg, webm, wav, mp3)',
    ],
  ])('a pack %s is refused, and the one of the program speaks', (_, pack, why) => {
    const { shipped, own, ...where } = places()
    writePack(own, pack)
    const { packs, refused } = speechFolders(where)
    expect(packs).toMatchObject([{ folder: shipped }])
    expect(refused).toHaveLength(1)
    expect(refused[0]?.why).toContain(why)
  })

  test('a sound that is a link to somewhere else is refused', () => {
    const { own, dataDirectory, ...where } = places()
    writeFileSync(join(dataDirectory, 'config.json'), 'secret')
    writePack(own, { sounds: false })
    symlinkSync(join(dataDirectory, 'config.json'), join(own, 'a.wav'))
    expect(speechFolders({ ...where, dataDirectory }).refused[0]?.why).toContain('a link or a folder')
  })
})

test('a page fetches the files of the packs, and nothing beside them', () => {
  const { own, ...where } = places()
  writePack(own)
  writeFileSync(join(own, 'notes.txt'), 'secret')
  const serve = createStaticFiles(temporaryFolder(), [], () => speechFiles(speechFolders(where).packs))
  expect(serve('/speech/fr/venue/a.wav')).toMatchObject({ status: 200, headers: { 'content-type': 'audio/wav' } })
  for (const path of ['notes.txt', '../../config.json', '..%2f..%2fconfig.json', 'clips.opus', ''])
    expect(serve(`/speech/fr/venue/${path}`).status, path).toBe(404)
})

test('packs of the program that come while it runs are there once they are whole, and fetched from then on', () => {
  const where = { resourcesDirectory: temporaryFolder(), dataDirectory: temporaryFolder() }
  const serve = createStaticFiles(temporaryFolder(), [], () => speechFiles(speechFolders(where).packs))
  const folder = join(where.resourcesDirectory, 'speech', 'fr')
  writePack(folder, { file: 'clips.opus', sounds: false })
  expect([programsPacks(where), serve('/speech/fr/manifest.json').status]).toEqual(['', 404])
  writeFileSync(join(folder, 'clips.opus'), 'sound')
  expect([programsPacks(where), serve('/speech/fr/manifest.json').status]).toEqual(['fr', 200])
})

describe('what a pack is held against', () => {
  function checked(language: Language, keys: readonly string[]) {
    const { own: _, dataDirectory, ...where } = places()
    writePack(join(dataDirectory, 'speech', language), { language, keys })
    return checkSpeech({ ...where, dataDirectory }, language, linesOf(language))
  }

  test.each(languages)('%s: nothing is missing of what npm run speech records', (language) => {
    const lines = linesOf(language)
    const keys = lines.map(({ key }) => key)
    expect(checked(language, keys)).toMatchObject({
      texts: lines.filter(isNeeded).length,
      missing: [],
      voice: { by: 'Mariama Bah' },
    })
  })

  test('a phrase and a letter that are not there are named', () => {
    const keys = linesOf('fr').map(({ key }) => key)
    const without = ['prenez votre billet', '[q]']
    const { missing } =
      checked(
        'fr',
        keys.filter((key) => !without.includes(key)),
      ) ?? {}
    expect(missing).toEqual(expect.arrayContaining(['Prenez votre billet', 'Q']))
    expect(missing).toHaveLength(2)
  })
})
