import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { readTextFile } from '../host/files/file-text.ts'
import { secretIn } from '../host/keyring.ts'

/** Where a secret is: exactly one of the two. */
export interface SecretSource {
  readonly secretFile?: string | undefined
  readonly secretVariable?: string | undefined
}

export type SecretFault = { readonly type: 'no-secret'; readonly detail: string }

/** The secret of `setting`, a path such as `partner.signing`; a file lies below `directory` where its path is not a whole one. */
export function readSecret(
  setting: string,
  { secretFile, secretVariable }: SecretSource,
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
): Result<string, SecretFault> {
  const fault = (detail: string) => err({ type: 'no-secret', detail } as const)
  if ((secretFile === undefined) === (secretVariable === undefined)) {
    return fault(`${setting}: name the secret by either secretFile or secretVariable`)
  }
  if (secretFile === undefined) {
    const value = environment[secretVariable ?? '']
    return value ? ok(value) : fault(`${setting}.secretVariable: ${secretVariable} is not set`)
  }
  const path = resolve(directory, secretFile)
  try {
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
      return fault(`${setting}.secretFile: others than its owner may read ${path}: protect it with chmod 600`)
    }
    const secret = secretIn(readTextFile(path))
    return secret.ok
      ? secret
      : fault(
          `${setting}.secretFile: ${path} is sealed for another account, session or computer than this one (${secret.error.detail}): start the program where it was set up, or set it up again`,
        )
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return fault(`${setting}.secretFile: ${code === undefined ? message : `${path} cannot be read (${code})`}`)
  }
}
