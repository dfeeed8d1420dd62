import { X509Certificate } from 'node:crypto'
import { dirname, resolve } from 'node:path'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { readTextFile } from '../host/files/file-text.ts'

export interface NoCertificates {
  readonly type: 'no-certificates'
  /** Which setting, which file, and what is wrong with it. */
  readonly detail: string
}

/** The certificates that a setting names, beside the settings or by their full path; undefined where it names none. */
export function readCertificates(
  setting: string,
  named: string | undefined,
  settingsFile: string,
): Result<string | undefined, NoCertificates> {
  if (named === undefined) return ok(undefined)
  const file = resolve(dirname(settingsFile), named)
  try {
    const pem = readTextFile(file)
    void new X509Certificate(pem)
    return ok(pem)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const why = /^E[A-Z]+$/u.test(code) ? `cannot be read (${code})` : 'holds no certificate in PEM'
    return err({ type: 'no-certificates', detail: `${setting}: ${file} ${why}` })
  }
}
