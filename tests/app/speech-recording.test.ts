import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkSpeech } from '../../electron/app/speech/speech-check.ts'
import { readSpeechPack } from '../../electron/app/speech/speech-packs.ts'
import { openRecording } from '../../electron/app/speech/speech-recording.ts'
import type { RecordingDesk } from '../../electron/core/ports/recording-desk.ts'
import { textsOf } from '../../scripts/speech/screen-texts.ts'
import type { Tongue } from '../../shared/domain/language.ts'
import { RECORDED_RATE, wavOf } from '../../shared/speech/wav.ts'
import { temporaryFolder } from '../shells/shell.ts'

const wav = (seconds: number): Uint8Array => wavOf(new Float32Array(Math.round(seconds * RECORDED_RATE)).fill(0.1))
const by = { by: 'Fatou Camara', licence: 'CC-BY-4.0' }

function opened(tongue: Tongue = 'sus') {
  const places = { resourcesDirectory: temporaryFolder(), dataDirectory: temporaryFolder() }
  const folder = join(places.dataDirectory, 'speech', tongue)
  const texts = textsOf(tongue)
  const open = (): RecordingDesk => openRecording(places, tongue, texts)
  return { desk: open(), open, folder, places, texts }
}

const kept = (result: ReturnType<RecordingDesk['keep']>): void => expect(result.ok).toBe(true)

const clipsIn = (folder: string) => {
  const manifest = readSpeechPack(folder, 'sus')
  if (manifest === null || typeof manifest === 'string') throw new Error(manifest ?? 'no manifest')
  return manifest.clips
}

describe('a pack that is being recorded', () => {
  test('is a pack after each step, and goes on where it was left', () => {
    const { desk, open, folder, places, texts } = opened()
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
    desk.introduce(by)
    kept(desk.keep('[25]', wav(1)))
    const files = readdirSync(folder)
    kept(desk.keep('[25]', wav(2)))
    expect(readdirSync(folder)).toEqual(files)
    expect(clipsIn(folder)['[25]']?.seconds).toBe(2)
  })

  test('two who record at one machine take nothing from each other', () => {
    const { desk, open, folder } = opened()
    desk.introduce(by)
    const other = open()
    kept(desk.keep('[25]', wav(1)))
    kept(other.keep('[26]', wav(1)))
    other.introduce({ ...by, licence: 'CC0-1.0' })
    expect(Object.keys(clipsIn(folder))).toEqual(['[25]', '[26]'])
  })

  test('a name of the venue is kept as its screens write it, wherever its letters would lead', () => {
    const { desk, folder } = opened()
    desk.introduce(by)
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
    desk.introduce(by)
    expect(desk.keep(key, sound)).toMatchObject({ ok: false, error: { type } })
    expect(readdirSync(folder)).toEqual(['manifest.json'])
  })

  test('a manifest that somebody broke is not written over', () => {
    const { desk, open, folder } = opened()
    desk.introduce(by)
    writeFileSync(join(folder, 'manifest.json'), '{ "format": "guichet-speech/2" }')
    expect(open).toThrow('no manifest of a speech pack')
    expect(() => desk.keep('[25]', wav(1))).toThrow('no manifest of a speech pack')
  })

  test('of French too: a month is recorded once, for all ways it is written', () => {
    const { desk, folder } = opened('fr')
    desk.introduce(by)
    kept(desk.keep('janvier', wav(1)))
    const manifest = readSpeechPack(folder, 'fr')
    if (manifest === null || typeof manifest === 'string') throw new Error('no manifest')
    expect(Object.keys(manifest.clips).toSorted()).toEqual(['janv', 'janvier'])
    expect(manifest.counting).toBeUndefined()
    expect(existsSync(join(folder, manifest.clips['janv']?.file ?? ''))).toBe(true)
  })
})
