import { MAX_SHEET_MILLIMETRES, paperNames } from '../../domain/documents/paper.ts'
import type { SettingForm } from '../../domain/text-forms.ts'
import { MAX_TENDER_NAME, MAX_TERMS_TEXT } from '../../domain/setting-limits.ts'
import type { CheckedForm } from '../setting-texts.ts'

export const settingForms: Readonly<Record<SettingForm, string>> = {
  deviceId: '1 à 32 lettres, chiffres, tirets ou traits de soulignement',
  tenderName: `1 à ${MAX_TENDER_NAME} caractères sur une ligne`,
  timeOfDay: 'une heure comme « 22:30 »',
  printerName: '1 à 40 lettres, chiffres, tirets ou traits de soulignement',
  pageOrigin: 'une adresse comme http://127.0.0.1:3000',
  hubAddress: 'une adresse comme https://serveur.example:7420',
  customerName: '1 à 100 caractères sur une ligne, sans espace au début ni à la fin',
  headerText: '1 à 200 lettres sans accent, chiffres et symboles, sans espace',
  headerName: 'le nom d’un en-tête HTTP',
  asciiText: '1 à 200 lettres sans accent, chiffres et symboles',
  environmentVariable: 'le nom d’une variable d’environnement',
  signatureComponent:
    'le nom d’un en-tête en minuscules, ou @method, @target-uri, @authority, @scheme, @request-target, @path, @query, @query-param et son paramètre name',
  signatureLabel: 'des minuscules, chiffres, tirets ou traits de soulignement',
  poiId: 'le modèle et le numéro de série, comme V400m-324688179',
  certificateHash: 'l’empreinte SHA-256 d’un certificat, 64 chiffres hexadécimaux',
  merchantAccount: 'des lettres et des chiffres',
  countryCode: 'un code de pays comme GN',
  orangeCountry: 'un code de pays comme « gn », ou « dev »',
  shopName: '30 lettres sans accent au plus',
  stripeReader: 'l’identifiant du lecteur chez Stripe, qui commence par « tmr_ »',
  merchantCode: 'des lettres, des chiffres, « - », « _ » et « . »',
  sumupReader: 'l’identifiant du lecteur chez SumUp : « rdr_ », puis 26 lettres ou chiffres',
  hostName: 'un nom ou une adresse comme 192.168.1.50',
  dialCode: 'un indicatif de pays comme « 224 »',
}

export const checks: Readonly<Record<CheckedForm, string>> = {
  addressWithoutPath: 'une adresse sans chemin',
  certificateAndKey: 'certificate et key ensemble, ou aucun des deux',
  displayPlace: '« auto », « window », « off » ou le numéro d’un écran, de 1 à 9, compté depuis la gauche',
  distinct: 'une liste sans répétition',
  emailAddress: 'une adresse électronique comme sales@venue.example',
  escposAddress: 'tcp://HOST, tcp://HOST:PORT ou un fichier sous /dev/',
  holdBody: 'le texte « {seat_id} » à l’endroit de la place, ou « {seat_ids} » avec « batch » : true',
  holdPath: 'un chemin qui commence par « / » et contient {hold_id}',
  httpsAddress: 'une adresse https sans nom d’utilisateur, sans « ? » et sans « # »',
  httpsPage: 'une adresse https',
  keypadKeys: 'des noms de touches comme F17, Numpad8 ou KeyA',
  noteDevice: 'un fichier sous /dev/, COM1 ou tcp://HOST:PORT',
  paperName: `${paperNames.map((name) => `« ${name} »`).join(', ')}, ou la largeur et la hauteur en millimètres comme « 210x74 »`,
  unusableSheet: `un format en hauteur (au moins 74 mm de large, et haut d’au moins 1,25 fois sa largeur) ou en largeur (au moins 140x60, et large d’au moins 1,4 fois sa hauteur), ${MAX_SHEET_MILLIMETRES} mm au plus`,
  plainAddress: 'une adresse sans nom d’utilisateur, sans « ? » et sans « # »',
  proxyAddress: 'http://HOST:PORT',
  qrText: 'un texte assez court pour un QR code',
  secretSource: 'soit secretFile, soit secretVariable, pour indiquer où se trouve le secret',
  sessionPath: 'un chemin qui commence par « / » et contient {session_id}',
  telephone: 'un numéro de téléphone comme +224 620 00 00 00',
  termsSource: `un texte de 1 à ${MAX_TERMS_TEXT} caractères, ou un objet dont « file » nomme un fichier`,
  timeZone: 'un fuseau horaire IANA comme « Africa/Conakry »',
  webAddress: 'une adresse http ou https',
}
