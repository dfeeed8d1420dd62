import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../shells/shell.ts'
import { onScreen } from '../world/page.ts'
import { electronArguments, launch, unavailable, useInstalledProgram } from './electron.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { heardAfter, listen } from '../world/sound.ts'
import { makePack } from '../support/speech-pack.ts'
import { customerAt, paysInNotes, touchToReview } from '../e2e/customer.ts'
import { savedOrders, startPatientService, writeLiveKiosk } from '../world/machine.ts'
import { startNoteDevice, startProvider } from '../world/providers.ts'

const program = useInstalledProgram()
const noDevices = spawnSync('umockdev-run', ['--version']).error === undefined ? false : 'no umockdev'

const port = '/devices/pci0000:00/0000:00:14.0/usb1/1-1'
/** A card reader for umockdev. Electron retains permissions only for devices with a serial number. */
const reader = `P: ${port}
E: DEVTYPE=usb_device
E: SUBSYSTEM=usb

P: ${port}/1-1:1.0/0003:1234:5678.0001
E: SUBSYSTEM=hid
E: HID_ID=0003:00001234:00005678
E: HID_NAME=Reader
E: HID_UNIQ=SN-1
H: report_descriptor=0600FF0901A1010902150026FF00750895408102C0

P: ${port}/1-1:1.0/0003:1234:5678.0001/hidraw/hidraw0
E: SUBSYSTEM=hidraw
E: DEVNAME=/dev/hidraw0
N: hidraw0
`

describe.skipIf(unavailable || noDevices)('a device at the machine', () => {
  test('is neither offered to a page, nor given to one that was once allowed it', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'reader'), reader)
    const wrapper = join(folder, 'guichet')
    const started = `exec umockdev-run --device '${join(folder, 'reader')}' -- '${program.path()}' "$@"`
    writeFileSync(wrapper, `#!/bin/sh\n${started}\n`, { mode: 0o755 })
    const { app, page } = await launch(wrapper, electronArguments(temporaryFolder()))
    await onScreen(page, 'attract')
    const own = await page.evaluate(() => {
      type Bus = Readonly<Record<string, () => Promise<unknown>>>
      const { usb, serial, hid } = navigator as unknown as Record<string, Bus>
      const refused = (asked: Promise<unknown> | undefined): Promise<unknown> =>
        Promise.resolve(asked).catch((error: unknown) => (error as Error).name)
      return Promise.all([
        refused(usb?.['getDevices']?.()),
        refused(serial?.['getPorts']?.()),
        refused(hid?.['getDevices']?.()),
      ])
    })
    expect(own).toEqual(['SecurityError', 'SecurityError', 'SecurityError'])
    // The security policy of the kiosk's page blocks requests for devices. Therefore, a page without a policy makes a
    // request in the kiosk's session.
    const told = await app.evaluate(async ({ BrowserWindow, session: { defaultSession: session } }) => {
      session.webRequest.onBeforeRequest(null)
      const html = { headers: { 'content-type': 'text/html' } }
      session.protocol.handle('https', () => new Response('<title>stranger</title>', html))
      const window = new BrowserWindow({ show: false })
      await window.loadURL('https://stranger.invalid/')
      const offered: string[] = []
      session.on('select-hid-device', (event, { deviceList }, choose) => {
        event.preventDefault()
        offered.push(...deviceList.map(({ name }) => name))
        choose(deviceList[0]?.deviceId)
      })
      const count = (asked: string): Promise<number> =>
        window.webContents.executeJavaScript(`navigator.hid.${asked}.then((a) => a.length)`, true) as Promise<number>
      const refused = [await count('requestDevice({filters: []})'), offered.length]
      session.setPermissionCheckHandler(() => true)
      const chosen = [await count('requestDevice({filters: []})'), ...offered]
      return { refused, chosen, kept: await count('getDevices()') }
    })
    expect(told).toEqual({ refused: [0, 0], chosen: [1, 'Reader'], kept: 0 })
  })
})

const card = '/devices/pci0000:00/0000:00:1f.3/sound/card0/input5'
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
/** Input event of a plugged-in jack, sent as soon as the device is read. */
const plugged = 'E: 0.000000 0005 0002 0001\nE: 0.000000 0000 0000 0000\n'

describe.skipIf(unavailable || noDevices)('in the Electron window', () => {
  test('headphones begin the voice before anybody has touched it', async () => {
    const [folder, data] = [temporaryFolder(), temporaryFolder()]
    writeFileSync(join(data, 'config.json'), JSON.stringify({ keypad: 'twelve-keys' }))
    // Records the phrases of the test, because a fresh clone has no speech packs.
    await makePack(data, 'fr', [fr.speaking.greeting, fr.attract.touch])
    writeFileSync(join(folder, 'jack'), jack)
    writeFileSync(join(folder, 'plugged'), plugged)
    const wrapper = join(folder, 'guichet')
    const mocked = `--device '${join(folder, 'jack')}' --evemu-events '/dev/input/event5=${join(folder, 'plugged')}'`
    const started = `exec umockdev-run ${mocked} -- '${program.path()}' "$@"`
    writeFileSync(wrapper, `#!/bin/sh\n${started}\n`, { mode: 0o755 })
    const { page } = await launch(wrapper, electronArguments(data))
    await page.getByText(fr.speaking.greeting).waitFor()
    await page.addInitScript(listen)
    await page.reload()
    const [first] = await heardAfter(page, 1)
    expect(first?.seconds).toBeGreaterThan(0.1)
  })
})

// Electron links BoringSSL, not OpenSSL, so the ciphers of the two encrypted device protocols are tested here as well.
test.skipIf(unavailable)(
  'a live kiosk takes a card on an encrypted reader, then notes from an encrypted acceptor',
  async () => {
    const [reader, slot] = [await startProvider('adyen-local', []), await startNoteDevice()]
    const data = temporaryFolder()
    const notes = { driver: 'ssp', device: slot.device }
    writeLiveKiosk(data, await startPatientService(), { card: reader }, { notes })
    const { page } = await launch(program.path(), electronArguments(data))
    await touchToReview(page, 1, 'click')
    await customerAt(page, 'click').pays('card', reader)
    await onScreen(page, 'done')
    expect(savedOrders(data)).toHaveLength(1)
    await page.getByRole('button', { name: fr.done.finish }).first().click()
    await touchToReview(page, 1, 'click')
    await paysInNotes(page, slot, 'click')
    await onScreen(page, 'done')
    expect(savedOrders(data)).toHaveLength(2)
  },
)
