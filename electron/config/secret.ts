import { resolve } from 'node:path'
import { ok, type Result } from '../../shared/domain/result.ts'
import { isExposed, readTextFile } from '../host/files/file-text.ts'
import { secretIn } from '../host/keyring.ts'
import { fileProblem, refuseSetting, type FoundProblem } from './setting-problem.ts'

/** Place of a secret: exactly one of `secretFile` and `secretEnv` is set. */
export interface SecretSource {
  readonly secretFile?: string | undefined
  readonly secretEnv?: string | undefined
}

/** Returns the secret of `setting`, a path such as `partner.signing`. A relative file path starts from `directory`. */
export function readSecret(
  setting: string,
  { secretFile, secretEnv }: SecretSource,
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
): Result<string, FoundProblem> {
  if ((secretFile === undefined) === (secretEnv === undefined)) return refuseSetting(setting, { type: 'secret-source' })
  if (secretFile === undefined) {
    const variable = secretEnv ?? ''
    const value = environment[variable]
    return value ? ok(value) : refuseSetting(`${setting}.secretEnv`, { type: 'variable-unset', variable })
  }
  const place = `${setting}.secretFile`
  const path = resolve(directory, secretFile)
  try {
    if (isExposed(path)) return refuseSetting(place, { type: 'secret-exposed', path })
    const secret = secretIn(readTextFile(path))
    return secret.ok ? secret : refuseSetting(place, { type: 'secret-sealed', path, reason: secret.error.detail })
  } catch (error) {
    return refuseSetting(place, fileProblem(path, error))
  }
}
