import { readFileSync } from 'node:fs'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { messageOf } from '../../shared/errors.ts'

/** The system's key store for the account that is signed in: Keychain, DPAPI, the keyrings of GNOME and KDE. */
export interface Keyring {
  /** Name used by Electron, such as `gnome_libsecret` or `kwallet6`. */
  readonly name: string
  /** Rejects while the keyring is locked. */
  seal(secret: string): Promise<Uint8Array>
  /** Rejects while the keyring is locked, or if another keyring sealed the secret. */
  open(sealed: Uint8Array): Promise<string>
}

export interface NoKeyring {
  readonly type: 'no-keyring'
  readonly detail: string
}

type Found = Result<Keyring, NoKeyring>

/**
 * Function that finds the keyring. Each process has at most one keyring. The shell of the program sets this function
 * before it reads settings.
 */
let finding: () => Promise<Found> = () =>
  Promise.resolve(err({ type: 'no-keyring', detail: 'only the program in Electron has one' }))
let found: Promise<Found> | null = null

/**
 * Results of opening sealed texts in this process. Storing opened secrets adds no risk, because they are also in memory
 * as signing keys.
 */
const opened = new Map<string, Result<string, NoKeyring>>()

export function useKeyring(find: () => Promise<Found>): void {
  finding = find
  found = null
  opened.clear()
}

/** Returns the keyring. Call it only if it is needed: a locked keyring may ask for a password on the screen. */
export const systemKeyring = (): Promise<Found> => (found ??= finding())

const HEAD = 'guichet-sealed-1\n'

/** Returns the content of a secret file, which only this keyring can open. */
export async function sealed(keyring: Keyring, secret: string): Promise<Result<string, NoKeyring>> {
  try {
    const text = `${HEAD}${Buffer.from(await keyring.seal(secret)).toString('base64')}\n`
    opened.set(text, ok(secret))
    return ok(text)
  } catch (error) {
    return err(closed(keyring, error))
  }
}

/**
 * Opens the secret of a file for `secretIn`, if it is sealed. An unreadable file is reported only when its secret is
 * read.
 */
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
    return ok(await keyring.open(Buffer.from(text.slice(HEAD.length), 'base64')))
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

const neverOpened = err({ type: 'no-keyring', detail: 'it was put there after the program started' } as const)
