import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { root } from '../shells/shell.ts'
import { launchChromium } from '../support/chromium/launch.ts'
import { touchToReview } from '../e2e/customer.ts'
import { bootMachine, whyNoMachine, type Machine, type CommandResult } from './machine.ts'

const packages = inject('packages')
const data = '/var/lib/guichet/.local/share/guichet'
const channel = '/tmp/channel'
const broken = '0.2.0'

/** Replaces systemd, which a nested machine does not have. Starts and stops the kiosk as its unit does. */
const systemctl = `#!/bin/bash
while [[ $1 == -* ]]; do shift; done
runs() { grep -q '^State:[[:space:]]*[^Z[:space:]]' "/proc/$(cat /run/kiosk.pid)/status"; } 2>/dev/null
begin() {
  runs && return
  setsid setpriv --reuid=guichet --regid=guichet --init-groups env HOME=/var/lib/guichet \\
    guichet --no-browser >/run/kiosk.log 2>&1 &
  echo $! >/run/kiosk.pid
}
end() {
  runs && kill -TERM "$(cat /run/kiosk.pid)"
  # One that has ended stays in the table here: nobody asks how it ended.
  while runs; do sleep 0.1; done
}
case "$1" in
  start) begin ;;
  stop) end ;;
  restart) end; begin ;;
esac
/usr/local/sbin/power "$1"
`

/**
 * Cuts the power at the point that is written in /run/power-goes: a systemctl command and the number of its call, or
 * `unpack` and a number of bytes.
 */
const power = `#!/bin/bash
read -r at left 2>/dev/null </run/power-goes && [[ $at == "$1" ]] || exit 0
if [[ $at != unpack && $left -gt 1 ]]; then echo "$at $((left - 1))" >/run/power-goes; exit; fi
rm /run/power-goes
kill -9 $(sed -n 's/^pid //p' /var/cache/guichet/under-way) $(pidof dpkg dpkg-deb) $(cat /run/kiosk.pid) $PPID
`
const dpkgDeb = `#!/bin/bash
if [[ $1 == --fsys-tarfile ]] && read -r at bytes 2>/dev/null </run/power-goes && [[ $at == unpack ]]; then
  /usr/bin/dpkg-deb "$@" | head -c "$bytes"
  exec /usr/local/sbin/power unpack
fi
exec /usr/bin/dpkg-deb "$@"
`

describe.skipIf(whyNoMachine() !== null || packages === null)('an update of an installed machine', () => {
  const { folder = '', older = '', newer = '' } = packages ?? {}
  const vendor = generateKeyPairSync('ed25519')
  let machine: Machine
  let noBrowser = false

  const update = (words: string): Promise<CommandResult> =>
    machine.run(`guichet update --data ${data} --timeout 60 ${words}`)
  const version = async (): Promise<string> => (await machine.run('guichet --version')).stdout.trim()
  const well = async (): Promise<string> => {
    const { stdout } = await machine.runAsKiosk('guichet status --json')
    return (JSON.parse(stdout) as { version: string } | null)?.version ?? ''
  }
  function settings(openingHours: object): void {
    const updates = { from: channel, publicKeyFile: 'vendor.pem', openingHours }
    writeFileSync(machine.path('/etc/guichet/update-settings.json'), JSON.stringify(updates))
  }
  const never = { from: '00:00', to: '00:00' }
  const always = { from: '00:00', to: '23:59' }

  /** Publishes the newer version, and the older one for a rollback, in the folder that the machine polls. */
  async function release({ folder: at = channel, share = 100 } = {}): Promise<void> {
    const packagesOf = [older, newer].map((each) => `/tmp/packages/guichet-browser_${each}_amd64.deb`).join(' ')
    await machine.run(`rm -rf ${at}; mkdir -p ${at}; cp ${packagesOf} ${at}/`)
    const signed = await machine.run(
      `guichet update sign ${at} --key /root/vendor-key.pem --release ${newer} --share ${share}`,
    )
    expect(signed.code).toBe(0)
  }
  async function restart(): Promise<void> {
    await machine.run('systemctl stop guichet-kiosk; systemctl start guichet-kiosk')
    await expect.poll(well, { timeout: 60_000 }).toBe(await version())
  }

  beforeAll(async () => {
    machine = await bootMachine(folder, join(root, 'test-results', 'life-of-an-update.txt'))
    noBrowser = (await machine.run('dpkg -s chromium >/dev/null')).code !== 0
    if (noBrowser) return
    mkdirSync(machine.path('/usr/local/sbin'), { recursive: true })
    writeFileSync(machine.path('/usr/sbin/systemctl'), systemctl, { mode: 0o755 })
    writeFileSync(machine.path('/usr/local/sbin/power'), power, { mode: 0o755 })
    writeFileSync(machine.path('/usr/sbin/dpkg-deb'), dpkgDeb, { mode: 0o755 })
    await machine.run(`dpkg --install /tmp/packages/guichet-browser_${older}_amd64.deb`)
    await machine.runAsKiosk(`mkdir -p ${data} && echo '{}' >${data}/config.json`)
    mkdirSync(machine.path('/etc/guichet'))
    const pem = { type: 'spki', format: 'pem' } as const
    writeFileSync(machine.path('/etc/guichet/vendor.pem'), vendor.publicKey.export(pem))
    mkdirSync(machine.path('/root'), { recursive: true })
    writeFileSync(machine.path('/root/vendor-key.pem'), vendor.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    settings(never)
    await machine.run('systemctl start guichet-kiosk')
  }, 120_000)
  afterAll(() => machine?.end())
  beforeEach((context) => context.skip(noBrowser, 'no chromium'))

  test('waits for the customer being served, and for a technician', async () => {
    await expect.poll(well, { timeout: 60_000 }).toBe(older)
    machine.remark('somebody is being served')
    await release()
    const browser = await launchChromium()
    onTestFinished(() => browser.close())
    const page = await browser.newPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
    const [, address = ''] = /^Guichet: (\S+)$/mu.exec(readFileSync(machine.path('/run/kiosk.log'), 'utf8')) ?? []
    await page.goto(address)
    await touchToReview(page, 2)
    const serving = async (): Promise<unknown> => JSON.parse((await machine.runAsKiosk('guichet status --json')).stdout)
    await expect.poll(serving, { timeout: 30_000 }).toMatchObject({ serving: true })
    const busy = 'guichet: not now: a customer is being served\n'
    expect(await update('--by-hand')).toMatchObject({ code: 4, stderr: busy })
    expect(await version()).toBe(older)
    await restart()
  })

  test('comes from a stick to a machine without a network, while the box office sells', async () => {
    machine.remark('a technician with a USB stick')
    await release({ folder: '/media/usb', share: 0 })
    settings(always)
    const done = await update('--by-hand --from /media/usb')
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect([await version(), await well()]).toEqual([newer, newer])
    machine.remark('the older version by hand, over the newer one’s ledger')
    settings(never)
    await machine.run(`systemctl stop guichet-kiosk; dpkg --install /tmp/packages/guichet-browser_${older}_amd64.deb`)
    await restart()
  })

  test('is installed, the ledger copied first, and runs', async () => {
    machine.remark('the release of the channel')
    await release()
    const done = await update('')
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(done.stdout).toMatch(/^ledger copied to \S+ledger-\S+\.db\n/u)
    expect(done.stdout).toContain(`${newer} runs\n`)
    expect([await version(), await well()]).toEqual([newer, newer])
    expect((await machine.runAsKiosk('guichet ledger verify --language en')).stdout).toContain('ledger consistent')
    expect(await update('')).toMatchObject({ code: 0, stdout: 'this is the newest release\n' })
  })

  describe('that a power cut interrupts', () => {
    const packageStatus = (): Promise<string> =>
      machine.run("dpkg-query -f '${db:Status-Status}' -W guichet-browser").then(({ stdout }) => stdout)

    async function runOlder(): Promise<void> {
      if ((await well()) === older) return
      await machine.run(`systemctl stop guichet-kiosk; dpkg --install /tmp/packages/guichet-browser_${older}_amd64.deb`)
      await restart()
    }

    beforeAll(async () => {
      if (noBrowser) return
      settings(never)
      await release()
      await machine.run('mkdir -p /run/systemd/system')
    })
    afterAll(() => machine.run('rmdir /run/systemd/system').then(() => undefined))

    test.each([
      ['before anything was changed', 'stop 1', 'installed'],
      ['in the first files', 'unpack 200000', 'half-installed'],
      ['in the middle of the files', 'unpack 70000000', 'half-installed'],
      ['in the last files', 'unpack 145000000', 'half-installed'],
      ['with the new files in their places, and the old ones too', 'daemon-reload 1', 'half-installed'],
      ['while it was configured', 'daemon-reload 2', 'half-configured'],
      ['before the new program said that it is well', 'start 1', 'installed'],
    ])('%s is undone at the next start', async (name, at, left) => {
      machine.remark(`the power goes ${name}`)
      await runOlder()
      await machine.run(`echo ${at} >/run/power-goes`)
      expect((await update('')).code).toBeNull()
      expect(await packageStatus()).toBe(left)

      const undone = await machine.run('/usr/lib/guichet/rollback-update')
      expect(undone).toMatchObject({ code: 0, stdout: expect.stringContaining('is undone\n') as string })
      await expect.poll(well, { timeout: 60_000 }).toBe(older)
      expect((await machine.run('dpkg --audit guichet-browser; dpkg --verify guichet-browser')).stdout).toBe('')
      expect((await machine.runAsKiosk('guichet ledger verify --language en')).stdout).toContain('ledger consistent')
      expect(await machine.run('/usr/lib/guichet/rollback-update')).toMatchObject({ code: 0, stdout: '' })
    })

    test('is taken again after it was undone', async () => {
      await runOlder()
      expect(await update('')).toMatchObject({ code: 0, stderr: '' })
      expect([await version(), await well()]).toEqual([newer, newer])
    })
  })

  test('that does not start, and spoils the ledger, is undone by itself, and not tried again', async () => {
    machine.remark('a release that leaves a ledger of a later schema, and does not start')
    // The schema's number is at byte 60 of the file (SQLite, "Database File Format", 1.3).
    const program = `import { openSync, writeSync } from 'node:fs'
      writeSync(openSync('${data}/demo/ledger.db', 'r+'), new Uint8Array([0, 0, 0, 99]), 0, 4, 60)
      process.exit(7)`
    writeFileSync(machine.path('/tmp/broken.js'), program)
    await machine.run(
      [
        `dpkg-deb --raw-extract /tmp/packages/guichet-browser_${newer}_amd64.deb /tmp/broken`,
        'cp /tmp/broken.js /tmp/broken/usr/lib/guichet/out/main/browser-host.js',
        `sed -i 's/^Version: .*/Version: ${broken}/' /tmp/broken/DEBIAN/control`,
        `dpkg-deb -Znone --build /tmp/broken /tmp/guichet-browser_${broken}_amd64.deb`,
        'rm -r /tmp/broken /tmp/channel; mkdir /tmp/channel',
        `mv /tmp/guichet-browser_${broken}_amd64.deb /tmp/channel/`,
        `guichet update sign /tmp/channel --key /root/vendor-key.pem --release ${broken}`,
      ].join(' && '),
    )
    const web = createServer((request, response) => {
      response.end(readFileSync(join(machine.path(channel), basename(request.url ?? ''))))
    })
    await new Promise<void>((resolve) => void web.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void web.close())
    const address = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
    const back = await update(`--timeout 15 --from ${address}`)
    const why = `${broken} did not report a successful start`
    expect(back).toMatchObject({ code: 1, stderr: `guichet: rolled back: ${why}\n` })
    expect(back.stdout).toContain(`${newer} did not report a successful start: with the ledger as it was before\n`)
    expect([await version(), await well()]).toEqual([newer, newer])
    expect((await machine.runAsKiosk('guichet ledger verify --language en')).stdout).toContain('ledger consistent')
    expect((await update('')).stdout).toContain('failed to start here before')
  })
})
