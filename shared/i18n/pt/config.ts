import type { SettingTexts } from '../setting-texts.ts'
import { files } from './files.ts'

export const config: SettingTexts = {
  'no-shortcut': ({ key }) =>
    `"${key}" não pode ser um atalho: escolha F1 a F12, Escape, Insert, Pause, ou uma letra com Ctrl+ ou Alt+`,
  'same-key': ({ key, commands }) =>
    `${key} está atribuída a ${commands.join(' e ')}: dê outra tecla a um destes comandos`,
  'language-not-offered': ({ language }) =>
    `"${language}" não está em languages: acrescente esta língua, ou escolha outra`,
  'no-partner': () => 'no modo live, indique baseUrl e partnerCode do parceiro',
  'simulated-terminals': () => '"simulated" não recebe dinheiro: no modo live, escolha "attended"',
  'not-attended': () =>
    'num quiosque, nenhum operador de caixa pode confirmar um pagamento num terminal autónomo: mantenha em "tenders" só o numerário e os meios de pagamento que têm um prestador em "payments", ou escolha "role": "cashier"',
  'driver-unfit': ({ driver, fit }) =>
    `"${driver}" não aceita este meio de pagamento; ${fit.length === 0 ? 'nenhum controlador o aceita' : `escolha entre: ${fit.join(', ')}`}`,
  'shows-code': () =>
    'com este controlador, o cliente lê um código QR, que uma caixa não mostra: escolha "djomy-push" ou "mtn-momo", ou "role": "kiosk"',
  'pays-out': () => 'estas chaves permitem enviar dinheiro: retire-as deste quiosque, que funciona sem vigilância',
  'notes-at-desk': () => '"notes" exige o leitor de notas de um quiosque: retire "notes" daqui',
  'no-note-device': () =>
    'obrigatório para receber notas: indique o leitor de notas, como { "driver": "ssp", "device": "/dev/note-device" }',
  'plain-hub': () => 'no modo live, o endereço tem de começar por https://',
  'plain-partner': () => 'o modo live exige https: sem ele, um terceiro na rede poderia ler e alterar as vendas',
  'cash-without-pin': () => 'obrigatório para receber numerário',
  'weak-pin': () => 'este código é demasiado fácil de adivinhar: evite algarismos repetidos, sequências, anos e datas',
  'nothing-to-read-back': () => 'só para um quiosque que tem uma impressora de bilhetes: retire esta definição',
  'printer-unknown': ({ printer }) =>
    `"${printer}" não está em printers.devices: corrija o nome, ou acrescente a impressora`,
  'printer-idle': () => 'esta impressora não é usada: dê-lhe uma utilização em "printers", ou retire-a',
  'printer-twice': () => 'a mesma impressora aparece duas vezes: retire uma delas',
  'no-drawer': () => 'esperado: o nome de uma impressora do tipo "escpos" com "drawer" definido',
  'no-file': ({ path }) => `este ficheiro não existe: ${path}`,
  'file-unreadable': ({ path, code }) => `${path} não pode ser lido (${code})`,
  'no-certificate': ({ path }) => `${path} não contém um certificado em PEM`,
  'not-text': ({ path, line, column, why }) => `${path}:${line}:${column}: ${files[why]}`,
  'secret-source': () =>
    'indique onde está o segredo: ou um ficheiro (secretFile), ou uma variável de ambiente (secretVariable)',
  'variable-unset': ({ variable }) => `a variável de ambiente ${variable} não está definida`,
  'secret-exposed': ({ path }) => `outras contas além do proprietário podem ler ${path}: proteja-o com chmod 600`,
  'secret-sealed': ({ path, reason }) =>
    `${path} foi cifrado para outra conta, outra sessão ou outro computador (${reason}): inicie o programa onde foi instalado, ou repita a instalação`,
  'no-keyring': ({ reason }) => `nenhum porta-chaves disponível: ${reason}`,
  'secret-empty': () => 'o segredo está vazio',
  'wrong-key': ({ kind, wanted, algorithm }) =>
    `esta chave é do tipo ${kind}; o algoritmo ${algorithm} exige uma chave do tipo ${wanted.join(' ou ')}`,
  'no-private-key': ({ algorithm }) =>
    `${algorithm} exige uma chave privada em formato PEM (PKCS #8), sem palavra-passe`,
  'note-key': () => 'esperado: 16 algarismos hexadecimais',
  'terms-elsewhere': ({ file }) => `${file} está noutro computador; esperado: um ficheiro desta máquina`,
  'terms-special': ({ path }) => `${path} não é um ficheiro normal; esperado: um ficheiro de texto`,
  'terms-empty': ({ path }) => `${path} está vazio: escreva nele o texto`,
  'terms-long': ({ path, max }) => `${path} é demasiado longo; esperado: no máximo ${max} caracteres`,
  'terms-name': ({ path, link }) =>
    `${path} não termina em .txt ou .md${link === null ? '' : ` (${link} é uma ligação para este ficheiro)`}; esperado: um ficheiro de texto com uma destas extensões`,
  'unknown-role': ({ role }) => `--role: "${role}" não é kiosk nem cashier`,
  'settings-missing': () => 'este ficheiro não existe',
  'settings-unreadable': ({ code }) => `leitura impossível (${code}): reponha uma cópia deste ficheiro`,
  'settings-syntax': ({ line, column, what }) =>
    `linha ${line}, coluna ${column}: ${what}; corrija este ficheiro ou reponha uma cópia de segurança`,
  'foreign-folder': ({ path, uid }) =>
    `${path} pertence a outra conta (${uid}), e, por segurança, root não usa as ligações nem as definições dela: execute o comando com essa conta, sudo -u "#${uid}" guichet …`,
  'number-twice': () => 'duas pessoas têm o mesmo número: mude um dos dois',
  'not-answered': () => 'ainda sem resposta',
}
