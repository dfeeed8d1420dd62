import type { SettingTexts } from '../setting-texts.ts'
import { files } from './files.ts'

export const config: SettingTexts = {
  'no-shortcut': ({ key }) =>
    `"${key}" cannot be a shortcut: choose F1 to F12, Escape, Insert, Pause, or a letter with Ctrl+ or Alt+`,
  'same-key': ({ key, commands }) =>
    `${key} is assigned to ${commands.join(' and ')}: give one of these commands another key`,
  'language-not-offered': ({ language }) =>
    `"${language}" is not in languages: add it there, or choose another language`,
  'no-partner': () => "live mode requires the partner's baseUrl and partnerCode",
  'simulated-terminals': () => '"simulated" takes no real payments: in live mode, choose "attended"',
  'not-attended': () =>
    'at a kiosk, no cashier can confirm a payment on a standalone terminal: in "tenders", keep only cash and the payment methods that have a provider in "payments", or set "role" to "cashier"',
  'driver-unfit': ({ driver, fit }) =>
    `"${driver}" does not support this payment method; ${fit.length === 0 ? 'no driver supports it' : `choose one of ${fit.join(', ')}`}`,
  'shows-code': () =>
    'with this driver, customers scan a QR code, which a desk does not display: choose "djomy-push" or "mtn-momo", or set "role" to "kiosk"',
  'pays-out': () => 'these keys can pay money out: remove them from this kiosk, which runs unattended',
  'notes-at-desk': () => '"notes" needs the banknote reader of a kiosk: remove "notes" here',
  'no-note-device': () =>
    'required to accept banknotes: enter the banknote reader, such as { "driver": "ssp", "device": "/dev/note-device" }',
  'plain-hub': () => 'in live mode, the address must begin with https://',
  'plain-partner': () => 'live mode requires https: without it, anyone on the network could read and change the sales',
  'cash-without-pin': () => 'required to take cash',
  'weak-pin': () => 'this PIN is easy to guess: do not use repeated digits, a sequence, a year or a date',
  'nothing-to-read-back': () => 'only for a kiosk that has a printer in printers.tickets: remove this setting',
  'printer-unknown': ({ printer }) => `"${printer}" is not in printers.devices: correct the name, or add this printer`,
  'printer-idle': () =>
    'this printer is not used: name it in printers.tickets, printers.receipts or printers.reports, or remove it',
  'printer-twice': () => 'the same printer is listed twice: remove one of the two',
  'no-drawer': () => 'expected the name of a printer of kind "escpos" whose "drawer" is set',
  'no-file': ({ path }) => `no such file: ${path}`,
  'file-unreadable': ({ path, code }) => `${path} cannot be read (${code})`,
  'no-certificate': ({ path }) => `${path} contains no certificate in PEM format`,
  'not-text': ({ path, line, column, why }) => `${path}:${line}:${column}: ${files[why]}`,
  'secret-source': () =>
    'say where the secret is: either a file (secretFile) or an environment variable (secretVariable)',
  'variable-unset': ({ variable }) => `the environment variable ${variable} is not set`,
  'secret-exposed': ({ path }) => `accounts other than its owner's can read ${path}: protect it with chmod 600`,
  'secret-sealed': ({ path, reason }) =>
    `${path} was sealed for a different account, session or computer (${reason}): start the program where it was set up, or set it up again`,
  'no-keyring': ({ reason }) => `no keyring is available: ${reason}`,
  'secret-empty': () => 'the secret is empty',
  'wrong-key': ({ kind, wanted, algorithm }) =>
    `this key is of type ${kind}; the algorithm ${algorithm} requires a key of type ${wanted.join(' or ')}`,
  'no-private-key': ({ algorithm }) =>
    `${algorithm} requires a private key in PEM format (PKCS #8), without a password`,
  'note-key': () => 'expected 16 hexadecimal digits',
  'terms-elsewhere': ({ file }) => `${file} is on another computer: expected a file on this machine`,
  'terms-special': ({ path }) => `${path} is not a regular file: expected a text file`,
  'terms-empty': ({ path }) => `${path} is empty: write the text into it`,
  'terms-long': ({ path, max }) => `${path} is too long: expected at most ${max} characters`,
  'terms-name': ({ path, link }) =>
    `${path} does not end in .txt or .md${link === null ? '' : ` (${link} is a link to this file)`}: expected a text file with one of these extensions`,
  'unknown-role': ({ role }) => `--role: "${role}" is neither kiosk nor cashier`,
  'settings-missing': () => 'no such file',
  'settings-unreadable': ({ code }) => `this file cannot be read (${code}): restore a copy of it`,
  'settings-syntax': ({ line, column, what }) =>
    `line ${line}, column ${column}: ${what}; correct this file or restore a backup copy`,
  'foreign-folder': ({ path, uid }) =>
    `${path} belongs to another account (${uid}); for safety, root uses neither its links nor its settings: run the command as that account, sudo -u '#${uid}' guichet …`,
  'number-twice': () => 'two people have the same number: change one of them',
  'not-answered': () => 'not answered yet',
}
