import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { heardAfter, listen } from '../world/sound.ts'
import { makePack } from '../support/speech-pack.ts'
import { electronArguments, launch, unavailable, useInstalledProgram } from './electron.ts'

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
  test('headphones begin the voice before anybody has touched it', async () => {
    const [folder, data] = [temporaryFolder(), temporaryFolder()]
    writeFileSync(join(data, 'config.json'), JSON.stringify({ keypad: 'twelve-keys' }))
    // What the voice says here, recorded: a fresh clone has no packs yet.
    await makePack(data, 'fr', [fr.speaking.greeting, fr.attract.touch])
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
  })
})
