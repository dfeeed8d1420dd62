import { err, ok, type Result } from '../../shared/domain/result.ts'
import { messageOf } from '../../shared/errors.ts'
import type { Keyring, NoKeyring } from './keyring.ts'

/** Asynchronous functions of Electron's `safeStorage`, in Electron 42 and later. */
interface Later {
  isAsyncEncryptionAvailable(): Promise<boolean>
  encryptStringAsync(secret: string): Promise<Buffer>
  decryptStringAsync(sealed: Buffer): Promise<{ readonly result: string }>
}

/** Synchronous functions of Electron's `safeStorage`, in Electron before version 46. */
interface AtOnce {
  isEncryptionAvailable(): boolean
  encryptString(secret: string): Buffer
  decryptString(sealed: Buffer): string
}

export type SafeStorage = { getSelectedStorageBackend(): string } & (Later | AtOnce)

/** Prefix of data that Chromium on Linux has encrypted with the password in its source code. */
const KNOWN_TO_ALL = 'v10'

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
  const later = 'isAsyncEncryptionAvailable' in storage
  const seal = async (secret: string): Promise<Uint8Array> =>
    honest(later ? await storage.encryptStringAsync(secret) : storage.encryptString(secret))
  const open = async (sealed: Uint8Array): Promise<string> => {
    const bytes = honest(Buffer.from(sealed))
    return later ? (await storage.decryptStringAsync(bytes)).result : storage.decryptString(bytes)
  }
  const honest = (sealed: Buffer): Buffer => {
    if (!linux || sealed.subarray(0, KNOWN_TO_ALL.length).toString('latin1') !== KNOWN_TO_ALL) return sealed
    throw new Error('sealed with a password that everybody knows')
  }
  try {
    const there = later ? await storage.isAsyncEncryptionAvailable() : storage.isEncryptionAvailable()
    if (!there) return none('the keyring of this session does not answer, or stays locked')
    await seal('trial')
    return ok({ name, seal, open })
  } catch (error) {
    return none(messageOf(error))
  }
}
