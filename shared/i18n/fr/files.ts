import type { FileTexts, Measured, ValueTexts } from '../value-texts.ts'
import { countedIn } from '../counted.ts'
import { checks, settingForms } from './forms.ts'

export const files: FileTexts = {
  workbook: 'ce fichier est un classeur et non un fichier texte : dans Excel, enregistrez-le en « CSV UTF-8 »',
  lostCharacter:
    'un caractère a été perdu ici à l’enregistrement du fichier : ouvrez le document d’origine et enregistrez-le en UTF-8 (« CSV UTF-8 » dans Excel)',
  noCharacter: 'caractère non valable : enregistrez le fichier en UTF-8 (« CSV UTF-8 » dans Excel)',
  openQuote: 'un guillemet est ouvert ici et n’est pas fermé',
  textAfterQuote: 'attendu après un guillemet fermant : un séparateur ou la fin de la ligne',
  notJson: (found) =>
    found === ''
      ? 'syntaxe incorrecte : le texte s’arrête trop tôt'
      : `syntaxe incorrecte : ${found} n’est pas attendu ici`,
  noFile: (path) => `${path} : ce fichier n’existe pas`,
  noFolder: (path) => `${path} : ce dossier n’existe pas`,
  exists: (path) => `${path} : existe déjà : choisissez un autre nom`,
  more: (count) => `… et ${count} de plus`,
}

const counted = countedIn('fr')

const limit = (count: string, measured: Measured): string => {
  if (measured === 'number') return count
  return measured === 'string' ? counted(+count, 'caractère', 'caractères') : counted(+count, 'élément', 'éléments')
}

const kinds = { section: 'secteurs', tribune: 'tribunes', zone: 'catégories', gate: 'portes' } as const
const none = { tribune: 'aucune tribune', zone: 'aucune catégorie', gate: 'aucune porte' } as const

export const values: ValueTexts = {
  expected: (expected, found) => `attendu : ${expected}${found && ` ; lu : ${found}`}`,
  missing: (expected) => `absent ; attendu : ${expected}`,
  kinds: {
    string: 'un texte entre guillemets',
    number: 'un nombre',
    int: 'un nombre entier',
    boolean: 'true ou false',
    null: 'null',
    array: 'une liste […]',
    object: 'un objet {…}',
    record: 'un objet {…}',
    tuple: 'un point [x, y], soit deux nombres',
    never: 'rien ici',
  },
  checks,
  forms: {
    ...settingForms,
    partCode: 'un code de 1 à 8 majuscules et chiffres',
    rowLabel: '1 à 4 majuscules et chiffres',
    colour: 'une couleur comme #1d4f9c',
    currency: 'un code de devise de trois lettres, comme GNF',
    identifier: 'un numéro de 1 à 19 chiffres',
    localDateTime: 'une date et une heure comme 2026-11-22T18:00:00',
    anyCaseColour: 'une couleur comme #1d4f9c',
    ticketCode: 'un code de 32 chiffres hexadécimaux',
    partnerCode: 'des lettres, des chiffres, des points, des tirets et des tirets bas, 64 au plus',
    staffNumber: 'un numéro de 1 à 6 chiffres',
    pin: 'un code de 4 à 8 chiffres',
    languageCode: 'un code de langue comme fr ou sus',
    recordingFile: 'un nom de fichier comme bonjour.opus, en minuscules (opus, ogg, webm, wav, mp3)',
    driverName: 'le nom d’un pilote de paiement, comme mtn-momo',
    sha256: 'une empreinte SHA-256 de 64 chiffres hexadécimaux',
  },
  formats: {
    base64: 'un texte en Base64',
    date: 'une date comme 2026-11-22',
    datetime: 'une date et une heure comme 2026-11-22T18:00:00Z',
    email: 'une adresse électronique',
    guid: 'un UUID',
    url: 'une adresse comme https://tickets.example',
    uuid: 'un UUID',
  },
  form: (pattern) => `un texte de la forme ${pattern}`,
  oneOf: (choices) => `l’une de ces valeurs : ${choices}`,
  atLeast: (count, measured, inclusive) => `${inclusive ? 'au moins' : 'plus de'} ${limit(count, measured)}`,
  atMost: (count, measured, inclusive) => `${inclusive ? 'au plus' : 'moins de'} ${limit(count, measured)}`,
  multipleOf: (divisor) => `un multiple de ${divisor}`,
  unknownKeys: (keys, known) => `nom inconnu : ${keys}${known && ` ; possible ici : ${known}`}`,
  key: (why) => `nom incorrect : ${why}`,
  noMatch: 'ne correspond à aucune forme possible ici',
  invalid: 'non valable',
  fault(fault) {
    switch (fault.type) {
      case 'code-twice':
        return `il y a deux ${kinds[fault.kind]} ${fault.code}`
      case 'unknown-part':
        return `secteur ${fault.section} : il n’y a ${none[fault.kind]} ${fault.code}`
      case 'arc-backwards':
        return `secteur ${fault.section} : attendu : un arc dont « from » est inférieur à « to » ; lu : ${fault.from} et ${fault.to}`
      case 'row-twice':
        return `le secteur ${fault.section} a deux rangs ${fault.row}`
      case 'too-many-seats':
        return `attendu : au plus ${fault.most} places ; lu : ${fault.seats}`
      case 'no-seat':
        return `secteur ${fault.section} : il n’y a pas de place ${fault.row} ${fault.number}`
      case 'companion-in-space':
        return `secteur ${fault.section} : la place d’accompagnateur ${fault.row} ${fault.number} est une place fauteuil roulant`
      case 'companion-alone':
        return `secteur ${fault.section} : pas de place fauteuil roulant à côté de la place d’accompagnateur ${fault.row} ${fault.number}`
    }
  },
}
