import type { SettingTexts } from '../setting-texts.ts'
import { files } from './files.ts'

export const config: SettingTexts = {
  'no-shortcut': ({ key }) =>
    `"${key}" cannot be a shortcut; take F1 to F12, Escape, Insert, Pause, or Ctrl+ or Alt+ and a letter`,
  'same-key': ({ key, commands }) => `${key} would be both ${commands.join(' and ')}: give one of them another key`,
  'language-not-offered': ({ language }) => `"${language}" is not among languages`,
  'no-partner': () => "live mode needs the partner's baseUrl and partnerCode",
  'simulated-terminals': () => '"simulated" takes no money: only for the demo',
  'not-attended': () =>
    'nobody stands at a kiosk to say what a terminal did: in "tenders" keep cash and what "payments" names a provider for, or "role": "cashier"',
  'driver-unfit': ({ driver, fit }) => `"${driver}" cannot take it: ${fit.join(', ') || 'none can'}`,
  'shows-code': () =>
    'its customers scan a code, which a desk shows nowhere: "djomy-push" or "mtn-momo", or "role": "kiosk"',
  'pays-out': () => 'these keys can pay money out: take them off a kiosk, where nobody watches',
  'notes-at-desk': () => '"notes" are taken by a device at a kiosk: leave it out here',
  'no-note-device': () =>
    'needed where banknotes are taken: the device, such as { "driver": "ssp", "device": "/dev/note-device" }',
  'plain-hub': () => 'in live mode the address begins with https://',
  'plain-partner': () =>
    'live mode goes over https only; without it anybody on the way could read the sales and change them',
  'cash-without-pin': () => 'needed where cash is taken',
  'weak-pin': () => 'expected a PIN that is not guessed: no digit or digits repeated, no row, no year, no date',
  'nothing-to-read-back': () => 'only for a kiosk with a printer in printers.tickets',
  'printer-unknown': ({ printer }) => `no "${printer}" among printers.devices`,
  'printer-idle': () => 'nothing is printed on it',
  'printer-twice': () => 'names a printer twice',
  'no-drawer': () => 'expected the name of a receipt printer ("escpos") that has a "drawer"',
  'no-file': ({ path }) => `no such file: ${path}`,
  'file-unreadable': ({ path, code }) => `${path} cannot be read (${code})`,
  'no-certificate': ({ path }) => `${path} holds no certificate in PEM`,
  'not-text': ({ path, line, column, why }) => `${path}:${line}:${column}: ${files[why]}`,
  'secret-source': () => 'name the secret by either secretFile or secretVariable',
  'variable-unset': ({ variable }) => `${variable} is not set`,
  'secret-exposed': ({ path }) => `others than its owner may read ${path}: protect it with chmod 600`,
  'secret-sealed': ({ path, reason }) =>
    `${path} is sealed for another account, session or computer than this one (${reason}): start the program where it was set up, or set it up again`,
  'no-keyring': ({ reason }) => `no keyring: ${reason}`,
  'secret-empty': () => 'the secret is empty',
  'wrong-key': ({ kind, wanted, algorithm }) =>
    `a key of the kind ${kind}, where ${wanted.join(' or ')} was expected for ${algorithm}`,
  'no-private-key': ({ algorithm }) => `${algorithm} needs a private key in PEM (PKCS #8), without a password`,
  'note-key': () => 'expected 16 hexadecimal digits',
  'terms-elsewhere': ({ file }) => `${file} is on another computer: expected a file of this machine`,
  'terms-special': ({ path }) => `${path} is not a regular file: expected a text file`,
  'terms-empty': ({ path }) => `${path} is empty: write the text into it`,
  'terms-long': ({ path, max }) => `${path} is too long: expected at most ${max} characters`,
  'terms-name': ({ path, link }) =>
    `${path} does not end in .txt or .md${link === null ? '' : ` (${link} leads there)`}: expected a text file whose name does`,
  'unknown-role': ({ role }) => `--role: "${role}" is neither kiosk nor cashier`,
  'settings-missing': () => 'no such file',
  'settings-unreadable': ({ code }) => `cannot be read (${code}): put back a copy of it`,
  'settings-syntax': ({ line, column, what }) =>
    `line ${line}, column ${column}: ${what}: correct it, or put back a copy of it`,
  'foreign-folder': ({ path, uid }) =>
    `${path} belongs to another account (${uid}), whose links and settings root does not follow: run this as that account, sudo -u '#${uid}' guichet …`,
  'number-twice': () => 'two have the same number',
  'not-answered': () => 'not answered yet',
}
