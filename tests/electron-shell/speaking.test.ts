import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { press, twelveKeys } from '../e2e/by-keys.ts'
import { expectPrinted, soldInto, startService, writeSettings } from '../e2e/sale-machine.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { onScreen } from '../support/kiosk-page.ts'
import { heardAfter, listen } from '../support/listening.ts'
import { makePack } from '../support/speech-pack.ts'
import { electronArguments, launch, unavailable, useInstalledProgram } from './electron.ts'
import { overheard } from './overheard.ts'

const program = useInstalledProgram()
const noDevices = spawnSync('umockdev-run', ['--version']).error === undefined ? false : 'no umockdev'

const card = '/devices/pci0000:00/0000:00:1f.3/sound/card0/input5'
/** The jack of a card of sound, in umockdev's words. */
const jack = `P: ${card}
E: SUBSYSTEM=input
A: capabilities/sw=4
A: name=HDA Intel PCH Headphone

P: ${card}/event5
N: input/event5
E: DEVNAME=/dev/input/event5
E: SUBSYSTEM=input
L: device=../../input5
`
/** Something goes in as soon as it is listened to. */
const plugged = 'E: 0.000000 0005 0002 0001\nE: 0.000000 0000 0000 0000\n'

describe.skipIf(unavailable || noDevices)('in the Electron window', () => {
  test('headphones begin the voice before anybody has touched it, and a sale goes on by ear and keys in the dark', async () => {
    const service = await startService()
    const line = await overheard(service)
    const [folder, data] = [temporaryFolder(), temporaryFolder()]
    writeSettings(data, line.service, { keypad: 'twelve-keys' })
    // What the voice says here, recorded: a fresh clone has no packs yet.
    const texts = [
      fr.speaking.greeting,
      fr.attract.touch,
      fr.events.title,
      fr.party.title,
      fr.review.title,
      fr.done.finish,
    ]
    await makePack(data, 'fr', texts)
    writeFileSync(join(folder, 'jack'), jack)
    writeFileSync(join(folder, 'plugged'), plugged)
    const wrapper = join(folder, 'guichet')
    const mocked = `--device '${join(folder, 'jack')}' --evemu-events '/dev/input/event5=${join(folder, 'plugged')}'`
    const started = `exec umockdev-run ${mocked} -- '${program.path()}' "$@"`
    writeFileSync(wrapper, `#!/bin/sh\n${started}\n`, { mode: 0o755 })
    const { page } = await launch(wrapper, electronArguments(data))
    await page.getByText(fr.speaking.greeting).waitFor()
    // Nobody has touched this page either, once it is loaded again to be listened to.
    await page.addInitScript(listen)
    await page.reload()
    const [first] = await heardAfter(page, 1)
    expect(first?.seconds).toBeGreaterThan(0.1)

    await onScreen(page, 'attract')
    await page.keyboard.press('F8')
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).opacity)).toBe('0')
    await press(page, twelveKeys, new RegExp(fr.attract.touch, 'u'))
    await onScreen(page, 'events')
    await press(page, twelveKeys, /Stade/u)
    await onScreen(page, 'party')
    await press(page, twelveKeys, fr.common.places(2))
    await onScreen(page, 'offers')
    await page.getByRole('main').getByRole('listitem').first().waitFor()
    const { length } = await heardAfter(page, 1)
    await press(page, twelveKeys, /Secteur/u)
    await onScreen(page, 'review')
    await heardAfter(page, length + 1)
    await press(page, twelveKeys, new RegExp(`^${fr.review.pay.card}`, 'u'))
    await onScreen(page, 'done')
    await expectPrinted(soldInto(data, service), line.ownerRef(), 2)
  })
})
