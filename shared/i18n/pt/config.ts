import type { SettingTexts } from '../setting-texts.ts'
import { files } from './files.ts'

export const config: SettingTexts = {
  'no-shortcut': ({ key }) =>
    `"${key}" não pode ser um atalho: escolha F1 a F12, Escape, Insert, Pause, ou Ctrl+ ou Alt+ e uma letra`,
  'same-key': ({ key, commands }) =>
    `${key} ficaria atribuída a ${commands.join(' e ')}: dê outra tecla a um destes comandos`,
  'language-not-offered': ({ language }) => `"${language}" não está em languages`,
  'no-partner': () => 'no modo live, indique baseUrl e partnerCode do parceiro',
  'simulated-terminals': () => '"simulated" não recebe dinheiro: só para a demonstração',
  'not-attended': () =>
    'ninguém está junto de um quiosque para confirmar um pagamento: mantenha em "tenders" só o numerário e o que tem um prestador em "payments", ou escolha "role": "cashier"',
  'driver-unfit': ({ driver, fit }) =>
    `"${driver}" não o pode receber; possível: ${fit.join(', ') || 'nenhum controlador'}`,
  'shows-code': () =>
    'os clientes leem um código, que uma caixa não mostra: escolha "djomy-push" ou "mtn-momo", ou "role": "kiosk"',
  'pays-out': () => 'estas chaves permitem pagar dinheiro: retire-as de um quiosque, que ninguém vigia',
  'notes-at-desk': () => '"notes" depende do dispositivo de um quiosque: retire-o daqui',
  'no-note-device': () =>
    'necessário para receber notas: o dispositivo, como { "driver": "ssp", "device": "/dev/note-device" }',
  'plain-hub': () => 'no modo live, o endereço começa por https://',
  'plain-partner': () => 'o modo live exige https: sem ele, um terceiro na rede poderia ler e alterar as vendas',
  'cash-without-pin': () => 'necessário para receber numerário',
  'weak-pin': () =>
    'esperado: um código difícil de adivinhar, sem algarismos repetidos, nem sequência, nem ano, nem data',
  'nothing-to-read-back': () => 'só para um quiosque que tem uma impressora de bilhetes',
  'printer-unknown': ({ printer }) => `"${printer}" não está em printers.devices`,
  'printer-idle': () => 'nada é impresso nesta impressora',
  'printer-twice': () => 'uma impressora aparece duas vezes',
  'no-drawer': () => 'esperado: o nome de uma impressora de recibos ("escpos") que tem um "drawer"',
  'no-file': ({ path }) => `este ficheiro não existe: ${path}`,
  'file-unreadable': ({ path, code }) => `${path} não pode ser lido (${code})`,
  'no-certificate': ({ path }) => `${path} não contém um certificado em PEM`,
  'not-text': ({ path, line, column, why }) => `${path}:${line}:${column}: ${files[why]}`,
  'secret-source': () => 'indique onde está o segredo, por secretFile ou por secretVariable, só um dos dois',
  'variable-unset': ({ variable }) => `a variável ${variable} não está definida`,
  'secret-exposed': ({ path }) => `outras contas além do proprietário podem ler ${path}: proteja-o com chmod 600`,
  'secret-sealed': ({ path, reason }) =>
    `${path} está cifrado para outra conta, outra sessão ou outro computador (${reason}): inicie o programa onde foi instalado, ou repita a instalação`,
  'no-keyring': ({ reason }) => `não há porta-chaves: ${reason}`,
  'secret-empty': () => 'o segredo está vazio',
  'wrong-key': ({ kind, wanted, algorithm }) =>
    `chave do tipo ${kind}; esperado para ${algorithm}: ${wanted.join(' ou ')}`,
  'no-private-key': ({ algorithm }) => `${algorithm} exige uma chave privada em PEM (PKCS #8), sem palavra-passe`,
  'note-key': () => 'esperado: 16 algarismos hexadecimais',
  'terms-elsewhere': ({ file }) => `${file} está noutro computador; esperado: um ficheiro desta máquina`,
  'terms-special': ({ path }) => `${path} não é um ficheiro normal; esperado: um ficheiro de texto`,
  'terms-empty': ({ path }) => `${path} está vazio: escreva nele o texto`,
  'terms-long': ({ path, max }) => `${path} é demasiado longo; esperado: no máximo ${max} caracteres`,
  'terms-name': ({ path, link }) =>
    `${path} não termina em .txt ou .md${link === null ? '' : ` (${link} conduz lá)`}; esperado: um ficheiro de texto com esse nome`,
  'unknown-role': ({ role }) => `--role: "${role}" não é kiosk nem cashier`,
  'settings-missing': () => 'este ficheiro não existe',
  'settings-unreadable': ({ code }) => `leitura impossível (${code}): reponha uma cópia deste ficheiro`,
  'settings-syntax': ({ line, column, what }) =>
    `linha ${line}, coluna ${column}: ${what}: corrija este ficheiro, ou reponha uma cópia`,
  'foreign-folder': ({ path, uid }) =>
    `${path} pertence a outra conta (${uid}), cujas ligações e definições root não segue: execute o comando com essa conta, sudo -u "#${uid}" guichet …`,
  'number-twice': () => 'duas pessoas têm o mesmo número',
  'not-answered': () => 'ainda sem resposta',
}
