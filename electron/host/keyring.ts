import { readFileSync } from 'node:fs'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { messageOf } from '../../shared/errors.ts'

/** The operating system's key store for the signed-in account: Keychain, DPAPI, or the keyrings of GNOME and KDE. */
export interface Keyring {
  /** Name used by Electron, such as `gnome_libsecret` or `kwallet6`. */
  readonly name: string
  /** Encrypts a secret. Rejects while the keyring is locked. */
  seal(secret: string): Promise<Uint8Array>
  /** Decrypts a secret. Rejects while the keyring is locked, or if another keyring encrypted the secret. */
  open(sealed: Uint8Array): Promise<string>
}

export interface NoKeyring {
  readonly type: 'no-keyring'
  readonly detail: string
}

type Found = Result<Keyring, NoKeyring>

/** Finds the only keyring of the process. `useKeyring` must set the function before the settings are read. */
let finding: () => Promise<Found> = () =>
  Promise.resolve(err({ type: 'no-keyring', detail: 'it is available only in the Electron program' }))
let found: Promise<Found> | null = null

/** Results of decrypting secrets. The cache adds no risk, because the secrets are also in memory as signing keys. */
const opened = new Map<string, Result<string, NoKeyring>>()

export function useKeyring(find: () => Promise<Found>): void {
  finding = find
  found = null
  opened.clear()
}

/** Returns the keyring. A locked keyring may ask for a password on the screen, so call the function only if needed. */
export const systemKeyring = (): Promise<Found> => (found ??= finding())

const HEAD = 'guichet-sealed-1\n'
/**
 * Prefix encrypted with each secret to detect a wrong key. Chromium on Linux encrypts without authentication (AES-CBC):
 * one wrong key in 256 decrypts without an error, but not to this text.
 */
const MARK = 'guichet secret: '

/** Returns the content of a secret file, which only the given keyring can decrypt. */
export async function sealed(keyring: Keyring, secret: string): Promise<Result<string, NoKeyring>> {
  try {
    const text = `${HEAD}${Buffer.from(await keyring.seal(MARK + secret)).toString('base64')}\n`
    opened.set(text, ok(secret))
    return ok(text)
  } catch (error) {
    return err(closed(keyring, error))
  }
}

/** Decrypts the secret of a file for `secretIn`. Ignores an unreadable file, which `readSecret` reports later. */
export async function openSecret(file: string): Promise<void> {
  let text
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return
  }
  if (!text.startsWith(HEAD) || opened.get(text)?.ok === true) return
  const keyring = await systemKeyring()
  opened.set(text, keyring.ok ? await opening(keyring.value, text) : keyring)
}

async function opening(keyring: Keyring, text: string): Promise<Result<string, NoKeyring>> {
  try {
    const found = await keyring.open(Buffer.from(text.slice(HEAD.length), 'base64'))
    if (!found.startsWith(MARK)) throw new Error('decrypted with another key')
    return ok(found.slice(MARK.length))
  } catch (error) {
    return err(closed(keyring, error))
  }
}

const closed = ({ name }: Keyring, error: unknown): NoKeyring => ({
  type: 'no-keyring',
  detail: `${name}: ${messageOf(error)}`,
})

/** Returns the secret in the text of a file: the text itself, or the result of `openSecret`. */
export function secretIn(text: string): Result<string, NoKeyring> {
  return text.startsWith(HEAD) ? (opened.get(text) ?? neverOpened) : ok(text)
}

const neverOpened = err({ type: 'no-keyring', detail: 'it was created after the program started' } as const)

/** Asynchronous functions of Electron's `safeStorage`, in Electron 42 and later. */
interface AsyncStorage {
  isAsyncEncryptionAvailable(): Promise<boolean>
  encryptStringAsync(secret: string): Promise<Buffer>
  decryptStringAsync(sealed: Buffer): Promise<{ readonly result: string }>
}

/** Synchronous functions of Electron's `safeStorage`, in Electron before version 46. */
interface SyncStorage {
  isEncryptionAvailable(): boolean
  encryptString(secret: string): Buffer
  decryptString(sealed: Buffer): string
}

export type SafeStorage = { getSelectedStorageBackend(): string } & (AsyncStorage | SyncStorage)

/** Prefix of data that Chromium on Linux has encrypted with the password in its source code. */
const PUBLIC_PASSWORD_PREFIX = 'v10'

/**
 * Returns the keyring of Electron's `safeStorage`, once the application is ready. Returns an error on Linux without a
 * keyring, because Electron would encrypt with a password from its source code.
 */
export async function electronKeyring(
  storage: SafeStorage,
  platform: NodeJS.Platform = process.platform,
): Promise<Result<Keyring, NoKeyring>> {
  const linux = platform === 'linux'
  const name = linux ? storage.getSelectedStorageBackend() : platform === 'darwin' ? 'Keychain' : 'DPAPI'
  const none = (why: string) => err({ type: 'no-keyring', detail: `${name}: ${why}` } as const)
  if (linux && (name === 'basic_text' || name === 'unknown')) return none('this session has no keyring')
  const isAsync = 'isAsyncEncryptionAvailable' in storage
  const seal = async (secret: string): Promise<Uint8Array> =>
    rejectPublicPassword(isAsync ? await storage.encryptStringAsync(secret) : storage.encryptString(secret))
  const open = async (sealed: Uint8Array): Promise<string> => {
    const bytes = rejectPublicPassword(Buffer.from(sealed))
    return isAsync ? (await storage.decryptStringAsync(bytes)).result : storage.decryptString(bytes)
  }
  const rejectPublicPassword = (sealed: Buffer): Buffer => {
    if (!linux || sealed.subarray(0, PUBLIC_PASSWORD_PREFIX.length).toString('latin1') !== PUBLIC_PASSWORD_PREFIX)
      return sealed
    throw new Error('encrypted with the public default password of Chromium')
  }
  try {
    const there = isAsync ? await storage.isAsyncEncryptionAvailable() : storage.isEncryptionAvailable()
    if (!there) return none('the keyring of this session does not respond or stays locked')
    await seal('trial')
    return ok({ name, seal, open })
  } catch (error) {
    return none(messageOf(error))
  }
}
