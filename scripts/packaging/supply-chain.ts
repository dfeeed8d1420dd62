import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { separateFolders } from '../install.mjs'
import { readLockedPackages } from './locked-packages.ts'

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly allowScripts?: Readonly<Record<string, boolean>>
}

export function allSupplyChainFaults(root: string): readonly string[] {
  return ['.', ...separateFolders].flatMap((folder) =>
    supplyChainFaults(join(root, folder)).map((fault) => (folder === '.' ? fault : `${folder}/${fault}`)),
  )
}

/**
 * Returns the supply-chain faults of a folder, one sentence each. Packages must be locked in exact versions, with a
 * SHA-512 hash and without a download address, and must not run installation scripts.
 */
export function supplyChainFaults(root: string): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
  const npmrc = existsSync(join(root, '.npmrc')) ? readFileSync(join(root, '.npmrc'), 'utf8').split('\n') : []
  const { dependencies, devDependencies, optionalDependencies, allowScripts = {} } = manifest
  const wanted = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  const locked = readLockedPackages(root)
  return [
    ...wanted
      .filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/u.test(version))
      .map(([name, version]) => `package.json: ${name} "${version}" is not an exact version`),
    ...locked
      .filter(({ integrity }) => !integrity?.startsWith('sha512-'))
      .map(({ path }) => `package-lock.json: ${path} has no SHA-512`),
    ...locked
      .filter(({ resolved }) => resolved !== undefined)
      .map(({ path, resolved }) => `package-lock.json: ${path} comes from an address of its own, ${resolved}`),
    ...locked
      .filter(({ name, hasInstallScript }) => hasInstallScript && allowScripts[name] !== false)
      .map(({ name }) => `package.json: allowScripts does not refuse the install script of ${name}`),
    ...Object.entries(allowScripts)
      .filter(([, allowed]) => allowed)
      .map(([name]) => `package.json: allowScripts lets ${name} run a script at installation`),
    ...['omit-lockfile-registry-resolved=true', 'save-exact=true']
      .filter((line) => !npmrc.includes(line))
      .map((line) => `.npmrc: lacks ${line}`),
  ]
}
