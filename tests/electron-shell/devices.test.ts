import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../shells/shell.ts'
import { onScreen } from '../world/page.ts'
import { electronArguments, launch, unavailable, useInstalledProgram } from './electron.ts'

const program = useInstalledProgram()
const noDevices = spawnSync('umockdev-run', ['--version']).error === undefined ? false : 'no umockdev'

const port = '/devices/pci0000:00/0000:00:14.0/usb1/1-1'
/** A reader of cards at a USB port, in umockdev's words; with a number of its own, or it would be forgotten anyway. */
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
    // What may not even ask by its policy: here a page without one does, in the same session.
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
        window.webContents.executeJavaScript(
          `navigator.hid.${asked}.then((all) => all.length)`,
          true,
        ) as Promise<number>
      const refused = [await count('requestDevice({filters: []})'), offered.length]
      session.setPermissionCheckHandler(() => true)
      const chosen = [await count('requestDevice({filters: []})'), ...offered]
      return { refused, chosen, kept: await count('getDevices()') }
    })
    expect(told).toEqual({ refused: [0, 0], chosen: [1, 'Reader'], kept: 0 })
  })
})
