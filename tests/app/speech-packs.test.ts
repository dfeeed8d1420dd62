import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  checkSpeech,
  openRecording,
  programsPacks,
  readSpeechPack,
  speechFiles,
  speechFolders,
} from '../../electron/app/speech.ts'
import { StaticFiles } from '../../electron/transport/static-files.ts'
import { linesOf, textsOf } from '../../scripts/speech/screen-texts.ts'
import { type Language, languages, type SpeechLanguage } from '../../shared/domain/language.ts'
import { isNeeded } from '../../shared/speech/line.ts'
import { temporaryFolder } from '../shells/shell.ts'
import type { RecordingDesk } from '../../electron/kiosk/ports/ports.ts'
import { RECORDED_RATE, wavOf } from '../../shared/speech/wav.ts'

interface Pack {
  readonly language?: string
  readonly keys?: readonly string[]
  readonly file?: string
  /** False if the sound file is not written; true by default. */
  readonly sounds?: boolean
}

function writePack(folder: string, { language = 'fr', keys = ['merci'], file = 'a.wav', sounds = true }: Pack = {}) {
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
    expect(heard().refused).toMatchObject([{ why: expect.stringContaining('lacks 1 of the texts') as string }])
    writePack(own, { language: 'sus', keys })
    expect(heard()).toMatchObject({ packs: [{ at: 'fr' }, { at: 'sus/venue' }], refused: [] })
  })

  test.each<[string, Pack, string]>([
    ['of another language', { language: 'en' }, 'its language is "en"'],
    ['without its sound', { sounds: false }, 'a.wav is missing'],
    [
      'that names a file elsewhere',
      { file: '../../config.json', sounds: false },
      'it is not the manifest of a speech pack: clips.merci.file: expected a file name such as hello.opus, in lower-case letters (opus, ogg, webm, wav, mp3)',
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
  const serve = new StaticFiles(temporaryFolder(), [], () => speechFiles(speechFolders(where).packs)).reply
  expect(serve('/speech/fr/venue/a.wav')).toMatchObject({ status: 200, headers: { 'content-type': 'audio/wav' } })
  for (const path of ['notes.txt', '../../config.json', '..%2f..%2fconfig.json', 'clips.opus', ''])
    expect(serve(`/speech/fr/venue/${path}`).status, path).toBe(404)
})

test('packs of the program that come while it runs are there once they are whole, and fetched from then on', () => {
  const where = { resourcesDirectory: temporaryFolder(), dataDirectory: temporaryFolder() }
  const serve = new StaticFiles(temporaryFolder(), [], () => speechFiles(speechFolders(where).packs)).reply
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
    const without = ['prenez votre billet', '[q]']
    const keys = linesOf('fr').flatMap(({ key }) => (without.includes(key) ? [] : [key]))
    const { missing } = checked('fr', keys) ?? {}
    expect(missing).toEqual(expect.arrayContaining(['Prenez votre billet', 'Q']))
    expect(missing).toHaveLength(2)
  })
})

const wav = (seconds: number): Uint8Array => wavOf(new Float32Array(Math.round(seconds * RECORDED_RATE)).fill(0.1))

const by = { by: 'Fatou Camara', licence: 'CC-BY-4.0' }

function opened(tongue: SpeechLanguage = 'sus', introduced = true) {
  const places = { resourcesDirectory: temporaryFolder(), dataDirectory: temporaryFolder() }
  const folder = join(places.dataDirectory, 'speech', tongue)
  const texts = textsOf(tongue)
  const open = (): RecordingDesk => openRecording(places, tongue, texts)
  const desk = open()
  if (introduced) desk.introduce(by)
  return { desk, open, folder, places, texts }
}

const kept = (result: ReturnType<RecordingDesk['keep']>): void => expect(result.ok).toBe(true)

const clipsIn = (folder: string) => {
  const manifest = readSpeechPack(folder, 'sus')
  if (manifest === null || typeof manifest === 'string') throw new Error(manifest ?? 'no manifest')
  return manifest.clips
}

describe('a pack that is being recorded', () => {
  test('is a pack after each step, and goes on where it was left', () => {
    const { desk, open, folder, places, texts } = opened('sus', false)
    expect(desk.view()).toMatchObject({ introduction: null, folder })
    expect(desk.keep('recommencer', wav(1))).toMatchObject({ ok: false, error: { type: 'not-introduced' } })
    desk.introduce({ ...by, counting: { joiner: 'last', counted: 'after', moneyUnit: 5 } })
    expect(clipsIn(folder)).toEqual({})
    expect(desk.keep('recommencer', wav(1.25))).toMatchObject({ ok: true, value: { text: 'Recommencer' } })
    expect(clipsIn(folder)['recommencer']?.seconds).toBe(1.25)

    const view = open().view()
    expect(view.introduction).toMatchObject(by)
    expect(view.counting).toEqual({ joiner: 'last', counted: 'after', moneyUnit: 5 })
    expect(view.lines.filter(({ file }) => file !== undefined).map(({ text }) => text)).toEqual(['Recommencer'])
    expect(checkSpeech(places, 'sus', texts)?.missing).toHaveLength(texts.length - 1)
  })

  test('a second try takes the place of the first', () => {
    const { desk, folder } = opened()
    kept(desk.keep('[25]', wav(1)))
    const files = readdirSync(folder)
    kept(desk.keep('[25]', wav(2)))
    expect(readdirSync(folder)).toEqual(files)
    expect(clipsIn(folder)['[25]']?.seconds).toBe(2)
  })

  test('two who record at one machine take nothing from each other', () => {
    const { desk, open, folder } = opened()
    const other = open()
    kept(desk.keep('[25]', wav(1)))
    kept(other.keep('[26]', wav(1)))
    other.introduce({ ...by, licence: 'CC0-1.0' })
    expect(Object.keys(clipsIn(folder))).toEqual(['[25]', '[26]'])
  })

  test('a name of the venue is kept as its screens write it, wherever its letters would lead', () => {
    const { desk, folder } = opened()
    for (const name of ['Hamana AC', '../../config.json', 'ߣߞߏ', '%2e%2e/passwd']) kept(desk.keep(name, wav(1)))
    expect(Object.keys(clipsIn(folder))).toContain('hamana ac')
    expect(readdirSync(folder).filter((file) => !/^[a-z0-9-]+\.(?:wav|json)$/u.test(file))).toEqual([])
    expect(desk.view().lines.filter(({ group }) => group === 'names')).toHaveLength(4)
  })

  test.each([
    ['what is no recording', '[25]', new TextEncoder().encode('<script>'.repeat(99)), 'not-a-recording'],
    ['a speech', '[25]', wav(21), 'too-long'],
    ['what nobody would hear', '!?', wav(1), 'not-asked'],
  ])('%s is not kept', (_, key, sound, type) => {
    const { desk, folder } = opened()
    expect(desk.keep(key, sound)).toMatchObject({ ok: false, error: { type } })
    expect(readdirSync(folder)).toEqual(['manifest.json'])
  })

  test('a manifest that somebody broke is not written over', () => {
    const { desk, open, folder } = opened()
    writeFileSync(join(folder, 'manifest.json'), '{ "format": "guichet-speech/2" }')
    expect(open).toThrow('not the manifest of a speech pack')
    expect(() => desk.keep('[25]', wav(1))).toThrow('not the manifest of a speech pack')
  })

  test('of French too: a month is recorded once, for all ways it is written', () => {
    const { desk, folder } = opened('fr')
    kept(desk.keep('janvier', wav(1)))
    const manifest = readSpeechPack(folder, 'fr')
    if (manifest === null || typeof manifest === 'string') throw new Error('no manifest')
    expect(Object.keys(manifest.clips).toSorted()).toEqual(['janv', 'janvier'])
    expect(manifest.counting).toBeUndefined()
    expect(existsSync(join(folder, manifest.clips['janv']?.file ?? ''))).toBe(true)
  })
})
