import { describe, expect, test } from 'vitest'
import { whyNoInstalling } from '../packaging/small-deb.ts'
import { shareOf } from '../support/share.ts'
import { CHANNEL, DATA, never, NEW, OLD, standRootMachine, status } from './root-machine.ts'

describe.skipIf(whyNoInstalling() !== null)('an update by root', () => {
  test('takes key and source from the kiosk’s account no more: what it planted installs nothing', async () => {
    const machine = await standRootMachine()
    const own = '/var/lib/guichet/own'
    await machine.asKiosk(`mkdir ${own} && cp /tmp/packages/evil/* ${own}`)
    machine.put('/tmp/thief.pem', machine.thief.known)
    await machine.asKiosk(`cp /tmp/thief.pem ${DATA}/vendor.pem`)
    const planted = { updates: { from: own, publicKeyFile: 'vendor.pem', openingHours: never } }
    machine.put('/tmp/planted.json', JSON.stringify(planted))
    await machine.asKiosk(`cp /tmp/planted.json ${DATA}/config.json`)

    await machine.sure('mv /etc/guichet /etc/guichet-later')
    expect(await machine.update()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('/etc/guichet/update-settings.json') as string,
    })
    expect(await machine.installed()).toBe(OLD)
    expect(await machine.update(`--from ${own} --by-hand`)).toMatchObject({ code: 1 })
    expect(await machine.installed()).toBe(OLD)

    await machine.sure('mv /etc/guichet-later /etc/guichet')
    expect(await machine.update(`--from ${own} --by-hand`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no signature') as string,
    })
    expect(await machine.installed()).toBe(OLD)
    expect(await machine.update()).toMatchObject({ code: 0, stderr: '' })
    expect(await machine.installed()).toBe(NEW)
  })

  const links = shareOf(
    'links of the account',
    [
      ['the status', `ln -s /root/status.json ${DATA}/status.json`],
      ['its folder', `mv ${DATA} ${DATA}.real && ln -s ${DATA}.real ${DATA}`],
      ['a folder above it', 'mv .local real && ln -s real .local'],
    ] as const,
    1,
  )

  test.each(links.cases)(`follows no link of the account’s in the place of %s (${links.said})`, async (_, plant) => {
    const machine = await standRootMachine()
    machine.put('/root/status.json', status(OLD))
    expect((await machine.asKiosk(plant)).code).toBe(0)
    expect(await machine.update('--by-hand')).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('links are not followed here') as string,
    })
    expect(await machine.installed()).toBe(OLD)
  })

  const spoils = shareOf(
    'spoils of settings',
    ['/etc/guichet/update-settings.json', '/etc/guichet/vendor.pem'].flatMap((file) => [
      [`chown guichet ${file}`, `chown root ${file}`],
      [`chmod 666 ${file}`, `chmod 644 ${file}`],
      ['chown guichet /etc/guichet', 'chown root /etc/guichet'],
      [`mv ${file} /srv/real; ln -s /srv/real ${file}`, `rm ${file}; mv /srv/real ${file}`],
    ]),
    2,
  )

  // tests/update/guarded-file.test.ts has them all as calls of the function that reads such files.
  test(`takes neither settings nor a key that the account could have written (${spoils.said})`, async () => {
    const machine = await standRootMachine()
    for (const [spoil = '', mend = ''] of spoils.cases) {
      await machine.sure(spoil)
      expect(await machine.update('--by-hand')).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^guichet: updates are not set up: \/etc\/guichet(?:\/[\w.-]+)?: /u) as string,
      })
      await machine.sure(mend)
    }
    expect(await machine.installed()).toBe(OLD)
    expect(await machine.update()).toMatchObject({ code: 0, stderr: '' })
  })

  test('installs the very bytes that it checked, whatever the account swaps in between', async () => {
    const machine = await standRootMachine()
    await machine.sure(`chown -R guichet ${CHANNEL}`)
    const swap = `cp /tmp/packages/evil/* ${CHANNEL}
      for file in guichet_${OLD}_amd64.deb guichet_${NEW}_amd64.deb under-way updates.json; do
        rm -f /var/cache/guichet/$file; ln -s /tmp/packages/evil/$file /var/cache/guichet/$file
      done
      echo done >${DATA}/swapped`
    machine.put('/run/at-stop', swap)
    expect(await machine.update()).toMatchObject({ code: 0, stderr: '' })
    expect(machine.text(`${DATA}/swapped`)).toBe('done\n')
    expect(machine.text('/run/others')).toBe('')
    expect(await machine.installed()).toBe(NEW)
  })

  test('leaves the ledger to its own account, with nothing of root’s: no link there reaches what is another’s', async () => {
    const machine = await standRootMachine()
    expect((await machine.asKiosk(`guichet demo --seats 1 --data ${DATA}`)).code).toBe(0)
    machine.put('/run/seen', '')
    machine.put('/root/kept', 'of root')
    await machine.sure('mkdir -m 755 /root/folder; chmod 755 /root')
    const ledger = `${DATA}/demo/ledger.db`

    await machine.asKiosk(`rm -rf ${ledger}-backups; ln -s /root/folder ${ledger}-backups`)
    expect((await machine.update()).code).toBe(1)
    expect([await machine.installed(), await machine.sure('ls /root/folder')]).toEqual([OLD, ''])
    await machine.asKiosk(`rm ${ledger}-backups`)

    // The new program does not come up, nor does the one before it: the copy is to be put back.
    machine.put('/run/at-start', `rm -f ${ledger} && ln -s /root/kept ${ledger}`)
    expect(
      await machine.run(`cd /root && SECRET=1 script -qec 'guichet update --data ${DATA} --patience 2' /dev/null`),
    ).toMatchObject({ code: 1 })
    expect([await machine.installed(), machine.text('/root/kept')]).toEqual([OLD, 'of root'])
    expect(new Set(machine.text('/run/seen').split('\n').filter(Boolean))).toEqual(
      new Set(['guichet /var/lib/guichet / - no-terminal 1']),
    )
  })

  const lies = shareOf(
    'lies of the account',
    [
      ['elsewhere', '/etc/passwd: whole up to row 1\n'],
      ['by a name that a terminal would obey', `${DATA}/\u001B]0;owned\u0007: whole up to row 1\n`],
      ['nowhere', 'done\n'],
    ] as const,
    1,
  )

  test.each(lies.cases)(
    `is not made on a ledger’s copy that lies %s, by the account’s word (${lies.said})`,
    async (_, lie) => {
      const machine = await standRootMachine()
      machine.put('/run/lie', lie)
      const { code, stdout, stderr } = await machine.update()
      expect([code, stdout, await machine.installed()]).toEqual([1, '', OLD])
      expect(stderr).toContain('the ledger was not copied: ')
      expect(stderr.trimEnd()).not.toMatch(/\p{C}/u)
    },
  )

  test('repeats to root’s terminal nothing of the account’s that a terminal would obey', async () => {
    const machine = await standRootMachine()
    machine.put('/tmp/planted.json', JSON.stringify({ tickets: { logo: '\u001B]0;owned\u0007\u202E' } }))
    await machine.asKiosk(`cp /tmp/planted.json ${DATA}/config.json`)
    const { code, stderr } = await machine.update()
    expect([code, await machine.installed()]).toEqual([1, OLD])
    expect(stderr).toContain('owned')
    expect(stderr.trimEnd()).not.toMatch(/\p{C}/u)
  })
})
