import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../electron/config.ts'
import { type Hands, updateMachine } from '../electron/update-care.ts'
import { temporaryFolder } from './shells/shell.ts'

test('a machine that has opening hours and no vendor’s key takes no update, from a stick neither, and nothing is touched', async () => {
  const dataDirectory = temporaryFolder()
  const settings = { updates: { openingHours: { from: '08:00', to: '22:00' } } }
  writeFileSync(join(dataDirectory, 'config.json'), JSON.stringify(settings))
  const config = loadConfig({ dataDirectory })
  if (!config.ok) throw new Error(config.error.lines.join('\n'))
  const untouched = () => Promise.reject(new Error('the machine was touched'))
  const hands: Hands = {
    installed: untouched,
    stopProgram: untouched,
    startProgram: untouched,
    install: untouched,
    backupLedger: untouched,
    restoreLedger: untouched,
  }
  const wish = { byHand: true, dryRun: false, patienceMs: 1_000, nowMs: Date.now, say: () => undefined }
  const update = (from?: string) => updateMachine(config.value, hands, { ...wish, from, cacheDirectory: dataDirectory })
  expect(await update()).toMatchObject({ ok: false, error: { type: 'not-set-up' } })
  expect(await update(temporaryFolder())).toMatchObject({ ok: false, error: { type: 'not-set-up' } })
})
