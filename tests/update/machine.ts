import { generateKeyPairSync } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ProgramStatus } from '../../electron/host/status-file.ts'
import {
  type IdentifyPackage,
  type PackageIdentity,
  releaseFolder,
  type SystemTools,
  updateMachine,
  type UpdateOptions,
} from '../../electron/app/update-machine.ts'
import { writeFileAtomic } from '../../electron/host/files/atomic-file.ts'
import { temporaryFolder } from '../shells/shell.ts'

export const OLD = '1.0.0'
export const NEW = '1.1.0'

export interface Behaviour {
  readonly installs?: boolean
  /** Returns the status that the program reports after a start with `ledger`. Null if the program does not start. */
  readonly says?: (ledger: string) => Partial<ProgramStatus> | null
  readonly leaves?: (ledger: string) => string
}

/** Identifies a package by the version in its content, or by its file name if the content has none. */
function identify(file: string): Promise<PackageIdentity> {
  const [name = '', named = '', architecture = ''] = basename(file, '.deb').split('_')
  const [, version = named] = /^package (\S+)$/u.exec(readFileSync(file, 'utf8')) ?? []
  return Promise.resolve({ name, version, architecture })
}

/** Creates a machine whose package and service managers are simulated. `done` records calls to both in order. */
export function standMachine(behaviours: Readonly<Record<string, Behaviour>> = {}, settings?: object) {
  const [dataDirectory, channel, cacheDirectory] = [temporaryFolder(), temporaryFolder(), join(temporaryFolder(), 'c')]
  const administrator = temporaryFolder()
  const settingsFile = join(administrator, 'update-settings.json')
  const statusFile = join(dataDirectory, 'status.json')
  const ledgerFile = join(dataDirectory, 'ledger')
  const vendor = generateKeyPairSync('ed25519')
  const key = vendor.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  writeFileSync(join(administrator, 'vendor.pem'), vendor.publicKey.export({ type: 'spki', format: 'pem' }))
  const usual = { from: channel, openingHours: { from: '00:00', to: '00:00' } }
  const told = { publicKeyFile: 'vendor.pem', machine: 'gate-1', ...(settings ?? usual) }
  writeFileSync(settingsFile, JSON.stringify(told))
  writeFileSync(ledgerFile, 'sales')

  const nameOf = (version: string): string => `guichet_${version}_amd64.deb`
  const done: string[] = []
  const said: string[] = []
  let version = OLD
  let sleptMs = 0
  const nowMs = (): number => Date.now() + sleptMs
  const tell = (status: Partial<ProgramStatus>): void => {
    const now = new Date(nowMs()).toISOString()
    const well = { version, mode: 'live', deviceId: 'gate-1', pid: process.pid, startedUtc: now, writtenUtc: now }
    const ready = { partner: 'up', printer: 'ready', canSell: true, unfinished: 0, serving: false }
    writeFileAtomic(statusFile, { ...well, ...ready, ...status })
  }
  const tools: SystemTools = {
    identify,
    installed: () => Promise.resolve({ name: 'guichet', version, architecture: 'amd64' }),
    stopProgram() {
      done.push('stop')
      rmSync(statusFile, { force: true })
      return Promise.resolve()
    },
    startProgram() {
      done.push(`start ${version}`)
      const { says, leaves }: Behaviour = behaviours[version] ?? {}
      if (leaves) writeFileSync(ledgerFile, leaves(readFileSync(ledgerFile, 'utf8')))
      const status = says ? says(readFileSync(ledgerFile, 'utf8')) : {}
      if (status !== null) tell(status)
      return Promise.resolve()
    },
    install(file) {
      const asked = /_(.*)_/u.exec(basename(file))?.[1] ?? ''
      done.push(`install ${readFileSync(file, 'utf8')}`)
      if (behaviours[asked]?.installs === false) return Promise.reject(new Error('dpkg: no space left'))
      version = asked
      return Promise.resolve()
    },
    backupLedger() {
      done.push('backup')
      if (!existsSync(ledgerFile)) return Promise.resolve(null)
      copyFileSync(ledgerFile, `${ledgerFile}.copy`)
      return Promise.resolve(`${ledgerFile}.copy`)
    },
    restoreLedger(copy) {
      done.push('restore')
      copyFileSync(copy, ledgerFile)
      return Promise.resolve()
    },
  }
  tell({})
  const folders = { settingsFile, dataDirectory, cacheDirectory }
  const sleep = (ms: number): Promise<void> => Promise.resolve(void (sleptMs += ms))
  const say = (line: string): void => void said.push(line)
  const options = { ...folders, byHand: false, dryRun: false, nowMs, sleep, timeoutMs: 600, say }

  return {
    channel,
    cacheDirectory,
    done,
    said,
    statusFile,
    ledgerFile,
    nameOf,
    tell,
    ledger: () => readFileSync(ledgerFile, 'utf8'),
    /** Publishes a release with the packages of `versions`. The release's version is the last item of `versions`. */
    async release(
      versions: readonly string[] = [OLD, NEW],
      more: { share?: number; over?: string; key?: string; identify?: IdentifyPackage } = {},
    ) {
      for (const each of versions) writeFileSync(join(channel, nameOf(each)), `package ${each}`)
      const newest = versions.at(-1) ?? NEW
      await releaseFolder({ folder: channel, version: newest, share: 100, over: '0.0.0', key, identify, ...more })
    },
    keep(name: string, content: string): void {
      mkdirSync(cacheDirectory, { recursive: true })
      writeFileSync(join(cacheDirectory, name), content)
    },
    update: (wish: Partial<UpdateOptions> = {}, its: Partial<SystemTools> = {}) =>
      updateMachine({ ...tools, ...its }, { ...options, ...wish }),
  }
}
