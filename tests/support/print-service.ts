import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const [cupsd, eve, bus] = ['/usr/sbin/cupsd', '/usr/sbin/ippeveprinter', '/usr/bin/dbus-daemon']

/** Returns the reason why this computer cannot run a private print service. Null if nothing is missing. */
export function missingForPrintService(): string | null {
  const missing = [cupsd, '/usr/lib/cups/backend/socket'].filter((file) => !existsSync(file))
  if (missing.length > 0) return `${missing.join(', ')}: not there (Debian: cups)`
  return process.getuid?.() === 0 ? null : 'cupsd wants to be started by root'
}

/** Returns the reason why this computer cannot run an IPP printer. Null if nothing is missing. */
export function missingForIppPrinter(): string | null {
  const missing = [eve, bus, '/usr/lib/cups/backend/ipp', '/usr/lib/cups/filter/pdftopdf'].filter(
    (file) => !existsSync(file),
  )
  return missing.length === 0 ? null : `${missing.join(', ')}: not there (Debian: cups-ipp-utils, cups-filters, dbus)`
}

export interface PrintService {
  /** Path of the print service's socket, for the environment variable `CUPS_SERVER`. */
  readonly socketPath: string
  /** Runs a CUPS command (`lpadmin`, `cancel`, …) on the service. Throws with the error output on failure. */
  readonly control: (command: string, ...args: readonly string[]) => string
  /** Adds a queue that sends the bytes unchanged to a device URI. */
  readonly addRawQueue: (name: string, device: string) => void
  /** Adds a queue to an IPP printer, with real filters. Printouts are PDF files in the returned folder. */
  readonly addIppPrinter: (name: string) => Promise<Readonly<{ folder: string; pages: () => readonly string[] }>>
  readonly stop: () => Promise<void>
}

/** Starts a private CUPS print service with its own files and socket. `stop` removes all its files. */
export async function startPrintService(): Promise<PrintService> {
  const folder = await mkdtemp(join(tmpdir(), 'guichet-cups-'))
  // CUPS runs its filters and backends as another user.
  await chmod(folder, 0o755)
  const socketPath = join(folder, 'cups.sock')
  for (const name of ['etc', 'spool', 'temp', 'cache', 'run/certs', 'bus'])
    await mkdir(join(folder, name), { recursive: true })
  for (const [name, text] of Object.entries(settingsOf(folder, socketPath)))
    await writeFile(join(folder, 'etc', name), text)
  const running: ChildProcess[] = []
  const start = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): ChildProcess => {
    const child = spawn(command, [...args], { env, stdio: 'ignore' })
    running.push(child)
    return child
  }
  const daemon = start(cupsd, ['-f', '-c', join(folder, 'etc/cupsd.conf'), '-s', join(folder, 'etc/cups-files.conf')])
  await until(() => existsSync(socketPath), daemon)

  function control(command: string, ...args: readonly string[]): string {
    const { status, stdout, stderr, error } = spawnSync(command, [...args], {
      // The CUPS commands are in a folder that only an administrator's PATH contains.
      env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin`, CUPS_SERVER: socketPath, LC_ALL: 'C' },
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`)
    return stdout
  }

  return {
    socketPath,
    control,
    addRawQueue: (name, device) => void control('lpadmin', '-p', name, '-E', '-v', device),

    async addIppPrinter(name) {
      const [out, driver, port] = [join(folder, name), join(folder, 'etc', 'ticket.ppd'), await freePort()]
      await mkdir(out)
      await writeFile(driver, ticketPrinter)
      // The printer announces itself on a private D-Bus without other listeners.
      const address = `unix:path=${join(folder, 'bus', 'socket')}`
      const ownBus = start(bus, ['--session', '--nofork', `--address=${address}`])
      await until(() => existsSync(join(folder, 'bus', 'socket')), ownBus)
      const options = ['-r', 'off', '-p', String(port), '-k', '-d', out, '-c', '/bin/true', '-P', driver, name]
      const printer = start(eve, options, { ...process.env, DBUS_SYSTEM_BUS_ADDRESS: address })
      const uri = `ipp://localhost:${port}/ipp/print`
      await until(() => spawnSync('ipptool', ['-q', uri, 'get-printer-attributes.test']).status === 0, printer)
      control('lpadmin', '-p', name, '-E', '-v', uri, '-P', driver)
      const pages = () =>
        readdirSync(out)
          .filter((file) => file.endsWith('.pdf'))
          .sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
          .map((file) => join(out, file))
      return { folder: out, pages }
    },

    async stop() {
      for (const child of running.toReversed()) {
        if (child.exitCode !== null) continue
        child.kill()
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function until(there: () => boolean, process: ChildProcess): Promise<void> {
  while (!there()) {
    if (process.exitCode !== null) throw new Error(`${process.spawnfile} ended with ${process.exitCode}`)
    await wait(20)
  }
}

const settingsOf = (folder: string, socketPath: string) => ({
  'cupsd.conf': `Listen ${socketPath}
Browsing Off
DefaultAuthType None
<Location />
Order allow,deny
Allow all
</Location>
<Policy default>
JobPrivateValues none
<Limit All>
Order deny,allow
Allow all
</Limit>
</Policy>
`,
  'cups-files.conf': `ServerRoot ${folder}/etc
RequestRoot ${folder}/spool
TempDir ${folder}/temp
CacheDir ${folder}/cache
StateDir ${folder}/run
AccessLog ${folder}/access
ErrorLog ${folder}/error
PageLog ${folder}/page
Sandboxing Relaxed
`,
})

const papers = [
  ['A4', 595, 842],
  ['A6', 298, 420],
  ['Ticket', 595, 210],
] as const

const pagesOf = (key: string): string =>
  papers
    .map(([name, width, height]) => `*${key} ${name}/${name}: "<</PageSize[${width} ${height}]>>setpagedevice"`)
    .join('\n')

/** Printer description (PPD 4.3) that accepts PDF and has the paper sizes of tickets. */
const ticketPrinter = `*PPD-Adobe: "4.3"
*FormatVersion: "4.3"
*FileVersion: "1.0"
*LanguageVersion: English
*LanguageEncoding: ISOLatin1
*PCFileName: "TICKET.PPD"
*Manufacturer: "Guichet"
*Product: "(Ticket printer)"
*ModelName: "Ticket printer"
*ShortNickName: "Ticket printer"
*NickName: "Ticket printer"
*PSVersion: "(3010.000) 0"
*LanguageLevel: "3"
*ColorDevice: True
*DefaultColorSpace: RGB
*FileSystem: False
*Throughput: "600"
*cupsVersion: 2.3
*cupsFilter2: "application/vnd.cups-pdf application/pdf 0 -"
*OpenUI *PageSize/Media Size: PickOne
*OrderDependency: 10 AnySetup *PageSize
*DefaultPageSize: A4
${pagesOf('PageSize')}
*CloseUI: *PageSize
*OpenUI *PageRegion/Media Size: PickOne
*OrderDependency: 10 AnySetup *PageRegion
*DefaultPageRegion: A4
${pagesOf('PageRegion')}
*CloseUI: *PageRegion
*DefaultImageableArea: A4
${papers.map(([name, width, height]) => `*ImageableArea ${name}/${name}: "0 0 ${width} ${height}"`).join('\n')}
*DefaultPaperDimension: A4
${papers.map(([name, width, height]) => `*PaperDimension ${name}/${name}: "${width} ${height}"`).join('\n')}
`
