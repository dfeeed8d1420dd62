import { execFileSync, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesLeftBy, temporaryFolder, writeFiles } from '../support/temporary-folder.ts'

export const hasProgram = (name: string, ...words: readonly string[]): boolean => spawnSync(name, words).status === 0
/** OpenSSL creates the certificates and verifies the signatures of passes. Info-ZIP unpacks the passes. */
export const hasTools = hasProgram('openssl', 'version') && hasProgram('unzip', '-v')

export const TEAM = 'ABCDE12345'
export const PASS_TYPE = 'pass.org.example.tickets'
export const PASSPHRASE = 'un secret du site'
export const appleSettings = {
  teamIdentifier: TEAM,
  passTypeIdentifier: PASS_TYPE,
  certificate: 'pass.pem',
  intermediate: 'wwdr.pem',
  key: 'pass.key',
  passphrase: PASSPHRASE,
}
export const googleSettings = { issuerId: '3388000000012345678', key: 'google.json' }
export const googleKey = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Keys and certificates as Apple and Google issue them, by file name. The certificates are valid for 100 days. */
export const keyFiles = await filesLeftBy(async (folder) => (hasTools ? makeKeys(folder) : undefined))

/** Returns a folder with the keys and the given settings. */
export function walletFolder(settings: object = { apple: appleSettings, google: googleSettings }): string {
  const folder = temporaryFolder()
  writeFiles(folder, keyFiles)
  writeFileSync(join(folder, 'wallet.json'), JSON.stringify(settings), { mode: 0o600 })
  return folder
}

function makeKeys(folder: string): void {
  const openssl = (...words: readonly string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' })
  const newKey = ['-newkey', 'rsa:2048', '-keyout']
  for (const name of ['wwdr', 'other'])
    openssl(
      'req',
      '-x509',
      '-nodes',
      ...newKey,
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-days',
      '100',
      '-subj',
      `/CN=${name}`,
    )
  const subject = `/UID=${PASS_TYPE}/CN=Pass Type ID: ${PASS_TYPE}/OU=${TEAM}/C=GN`
  openssl('req', ...newKey, 'pass.key', '-passout', `pass:${PASSPHRASE}`, '-out', 'pass.csr', '-subj', subject)
  const signer = ['-CA', 'wwdr.pem', '-CAkey', 'wwdr.key', '-CAcreateserial']
  openssl('x509', '-req', '-in', 'pass.csr', ...signer, '-days', '100', '-out', 'pass.pem')
  const account = {
    type: 'service_account',
    project_id: 'nongo',
    private_key_id: 'key-1',
    private_key: googleKey.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: 'tickets@nongo.iam.gserviceaccount.com',
  }
  writeFileSync(join(folder, 'google.json'), JSON.stringify(account), { mode: 0o600 })
}
