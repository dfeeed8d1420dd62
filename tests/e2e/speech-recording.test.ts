import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { framesOf } from '../../renderer/recording/sound/phrase.ts'
import { recording as t } from '../../renderer/i18n/fr/recording.ts'
import { textsOf } from '../../scripts/speech/screen-texts.ts'
import { isNeeded } from '../../shared/speech/line.ts'
import type { SpeechManifest } from '../../shared/speech/manifest.ts'
import { RECORDED_RATE, wavOf } from '../../shared/speech/wav.ts'
import { guichet } from '../cli/guichet.ts'
import { root, startShell, temporaryFolder, type Shell } from '../shells/shell.ts'
import { launchChromium } from '../support/chromium/launch.ts'
import { voiceIn } from '../world/sound.ts'

let browser: Browser
let folder = ''

/** Simulates a microphone that repeats 0.8 s of silence and 1.2 s of voice. */
beforeAll(async () => {
  execFileSync(process.execPath, [join(root, 'scripts', 'speech.ts'), '--texts'], { stdio: 'inherit' })
  folder = mkdtempSync(join(tmpdir(), 'guichet-microphone-'))
  const voice = join(folder, 'voice.wav')
  writeFileSync(voice, wavOf(voiceIn({ rate: RECORDED_RATE, before: 0.8, speech: 1.2, after: 0, loud: 0.25 })))
  browser = await launchChromium([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${voice}`,
  ])
})

afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

async function startRecording(data: string): Promise<{ readonly page: Page; readonly command: Shell }> {
  const command = startShell('cli.js', ['speech', 'record', 'sus', '--no-browser', '--data', data])
  const [, address = ''] = await command.says(/sus: open (http:\S+)/u)
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, locale: 'fr-FR' })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const uncaught: Error[] = []
  page.on('pageerror', (error) => uncaught.push(error))
  onTestFinished(async () => {
    await context.close()
    expect(uncaught).toEqual([])
  })
  await page.goto(address)
  return { page, command }
}

/** Runs in the page. Returns whether the microphone level is loud, or whether it is quiet if `loud` is false. */
function isHeard(loud: boolean): boolean {
  const meter = document.querySelector<HTMLElement>('[role="img"][style*="--level"]')
  const level = Number(meter?.style.getPropertyValue('--level') ?? Number.NaN)
  return loud ? level >= 0.6 : level <= 0.4
}

async function voicePasses(page: Page): Promise<void> {
  await page.locator('[data-taking="speaking"]').waitFor()
  for (const loud of [false, true, false]) await page.waitForFunction(isHeard, loud)
}

async function sayIt(page: Page): Promise<void> {
  await page.keyboard.press('Space')
  await voicePasses(page)
  await page.keyboard.press('Space')
  await page.locator('[data-taking="kept"]').waitFor()
}

const manifestIn = (data: string): SpeechManifest =>
  JSON.parse(readFileSync(join(data, 'speech', 'sus', 'manifest.json'), 'utf8')) as SpeechManifest

const needed = textsOf('sus').filter(isNeeded).length

test('somebody records a language, again where they like, and a name; is told that the command is gone; goes on another day', async () => {
  const data = temporaryFolder()
  const { page, command } = await startRecording(data)
  await page.getByRole('button', { name: t.introduction.go }).click()
  await page.getByRole('alert').filter({ hasText: t.introduction.missing }).waitFor()
  await page.getByLabel(t.introduction.by).fill('Fatou Camara')
  await page.getByLabel(t.counting.joiner).selectOption('last')
  await page.getByRole('button', { name: t.introduction.go }).click()
  await page.locator('[data-verdict="good"]').click()
  await page.getByText(t.lacking(needed)).waitFor()

  await sayIt(page)
  await page.getByText(t.lacking(needed - 1)).waitFor()
  const [[key, first] = [], ...others] = Object.entries(manifestIn(data).clips)
  expect([key, others]).toEqual(['sosoxui', []])
  const wav = readFileSync(join(data, 'speech', 'sus', first?.file ?? ''))
  const samples = Float32Array.from(new Int16Array(wav.buffer, wav.byteOffset + 44), (sample) => sample / 32_768)
  const loud = framesOf(samples, RECORDED_RATE).map((level) => level > -40)
  expect(loud.length).toBeGreaterThan(115)
  expect(loud.indexOf(true)).toBeLessThan(10)
  expect(loud.length - loud.lastIndexOf(true)).toBeLessThan(16)

  await sayIt(page)
  expect(Object.keys(manifestIn(data).clips)).toEqual(['sosoxui'])
  await page.keyboard.press('ArrowRight')
  await page.getByRole('heading', { name: '1 place', exact: true }).waitFor()
  await page.getByRole('button', { name: t.groups.names }).click()
  await page.getByLabel(t.names.name).fill('Hamana AC')
  await page.getByRole('button', { name: t.names.add }).click()
  await page.getByRole('heading', { name: 'Hamana AC' }).waitFor()
  await sayIt(page)
  expect(Object.keys(manifestIn(data).clips)).toEqual(['sosoxui', 'hamana ac'])
  expect(manifestIn(data)).toMatchObject({
    voice: { synthetic: false, by: 'Fatou Camara' },
    licence: 'CC-BY-4.0',
    counting: { joiner: 'last' },
  })

  command.kill('SIGINT')
  expect(await command.ended).toBe(0)
  await page.keyboard.press('Space')
  await voicePasses(page)
  await page.keyboard.press('Space')
  await page.getByText(t.line.lost).waitFor()
  const { code, said } = await guichet('speech', 'check', 'sus', '--data', data)
  expect(code).toBe(1)
  expect(said).toContain(`1 of ${needed} texts (Fatou Camara, CC-BY-4.0)`)
  expect(said).toContain('missing: Réessayer')

  const later = await startRecording(data)
  await later.page.locator('[data-verdict="good"]').click()
  await later.page.getByText(t.lacking(needed - 1)).waitFor()
  await later.page.getByRole('heading', { name: '1 place', exact: true }).waitFor()
})
