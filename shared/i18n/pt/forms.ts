import { MAX_SHEET_MILLIMETRES, paperNames } from '../../domain/documents/paper.ts'
import type { SettingForm } from '../../domain/text-forms.ts'
import { MAX_TENDER_NAME, MAX_TERMS_TEXT } from '../../domain/setting-limits.ts'
import type { CheckedForm } from '../setting-texts.ts'

export const settingForms: Readonly<Record<SettingForm, string>> = {
  deviceId: '1 a 32 letras, algarismos, hífenes ou sublinhados',
  tenderName: `1 a ${MAX_TENDER_NAME} caracteres numa linha`,
  timeOfDay: 'uma hora como "22:30"',
  printerName: '1 a 40 letras, algarismos, hífenes ou sublinhados',
  pageOrigin: 'um endereço como http://127.0.0.1:3000',
  hubAddress: 'um endereço como https://servidor.example:7420',
  customerName: '1 a 100 caracteres numa linha, sem espaços no início nem no fim',
  headerText: '1 a 200 letras sem acentos, algarismos e símbolos, sem espaços',
  headerName: 'o nome de um cabeçalho HTTP',
  asciiText: '1 a 200 letras sem acentos, algarismos e símbolos',
  environmentVariable: 'o nome de uma variável de ambiente',
  signatureComponent:
    'o nome de um cabeçalho em minúsculas, ou @method, @target-uri, @authority, @scheme, @request-target, @path, @query, @query-param;name="…"',
  signatureLabel: 'minúsculas, algarismos, hífenes ou sublinhados',
  poiId: 'o modelo e o número de série, como V400m-324688179',
  certificateHash: 'a impressão digital SHA-256 de um certificado, 64 algarismos hexadecimais',
  merchantAccount: 'letras e algarismos',
  countryCode: 'um código de país como GN',
  orangeCountry: 'um código de país como "gn", ou "dev"',
  shopName: 'até 30 letras sem acentos',
  stripeReader: 'o identificador do leitor na Stripe, que começa por "tmr_"',
  merchantCode: 'letras, algarismos, "-", "_" e "."',
  sumupReader: 'o identificador do leitor na SumUp: "rdr_" e depois 26 letras ou algarismos',
  hostName: 'um nome ou um endereço como 192.168.1.50',
  dialCode: 'um indicativo de país como "224"',
}

export const checks: Readonly<Record<CheckedForm, string>> = {
  addressWithoutPath: 'um endereço sem caminho',
  certificateAndKey: 'certificate e key juntos, ou nenhum dos dois',
  displayPlace: '"auto", "window", "off" ou o número de um ecrã, de 1 a 9, contado a partir da esquerda',
  distinct: 'uma lista sem repetições',
  emailAddress: 'um endereço de correio eletrónico como sales@venue.example',
  escposAddress: 'tcp://HOST, tcp://HOST:PORT ou um ficheiro em /dev/',
  holdBody: 'o texto "{seat_id}" no sítio do lugar, ou "{seat_ids}" com "batch": true',
  holdPath: 'um caminho que começa por "/" e contém {hold_id}',
  httpsAddress: 'um endereço https sem nome de utilizador, sem "?" e sem "#"',
  httpsPage: 'um endereço https',
  keypadKeys: 'nomes de teclas como F17, Numpad8 ou KeyA',
  noteDevice: 'um ficheiro em /dev/, COM1 ou tcp://HOST:PORT',
  paperName: `${paperNames.map((name) => `"${name}"`).join(', ')}, ou a largura e a altura em milímetros como "210x74"`,
  unusableSheet: `um formato ao alto (pelo menos 74 mm de largura, e altura de pelo menos 1,25 vezes a largura) ou ao baixo (pelo menos 140x60, e largura de pelo menos 1,4 vezes a altura), até ${MAX_SHEET_MILLIMETRES} mm`,
  plainAddress: 'um endereço sem nome de utilizador, sem "?" e sem "#"',
  proxyAddress: 'http://HOST:PORT',
  qrText: 'um texto suficientemente curto para um código QR',
  secretSource: 'secretFile ou secretVariable, só um dos dois, para indicar onde está o segredo',
  sessionPath: 'um caminho que começa por "/" e contém {session_id}',
  telephone: 'um número de telefone como +224 620 00 00 00',
  termsSource: `um texto de 1 a ${MAX_TERMS_TEXT} caracteres, ou { "file": "PATH" }`,
  timeZone: 'um fuso horário IANA como "Africa/Conakry"',
  webAddress: 'um endereço http ou https',
}
