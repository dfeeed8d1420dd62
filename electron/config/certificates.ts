import { X509Certificate } from 'node:crypto'
import { dirname, resolve } from 'node:path'
import { ok, type Result } from '../../shared/domain/result.ts'
import { readTextFile } from '../host/files/file-text.ts'
import { refuseSetting, type FoundProblem } from './setting-problem.ts'

/** The certificates that a setting names, beside the settings or by their full path; undefined where it names none. */
export function readCertificates(
  setting: string,
  named: string | undefined,
  settingsFile: string,
): Result<string | undefined, FoundProblem> {
  if (named === undefined) return ok(undefined)
  const file = resolve(dirname(settingsFile), named)
  try {
    const pem = readTextFile(file)
    void new X509Certificate(pem)
    return ok(pem)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return /^E[A-Z]+$/u.test(code)
      ? refuseSetting(setting, { type: 'file-unreadable', path: file, code })
      : refuseSetting(setting, { type: 'no-certificate', path: file })
  }
}
