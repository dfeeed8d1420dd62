import type { Catalogue } from '../fr/catalogue.ts'

export const ptSpeaking: Catalogue['speaking'] = {
  greeting: 'Este quiosque fala consigo.',
  unheard: 'Não ouve nada? Ligue uns auscultadores ou aumente o volume.',
  keys: {
    arrows:
      'Seta para baixo: escolha seguinte. Seta para cima: escolha anterior. Enter: escolher. Escape: voltar. Tecla F1: definições.',
    'twelve-keys':
      'Tecla 8: escolha seguinte. Tecla 2: escolha anterior. Tecla 5: escolher. Asterisco: voltar. Tecla 0: definições.',
    'one-switch': 'As escolhas passam uma a uma: prima quando ouvir a sua.',
    own: 'As setas vão de uma escolha à outra. A tecla central confirma. A tecla de ajuda abre as definições.',
  },
  controls: {
    arrows: 'Tecla F2: repetir. Mais e menos: o volume.',
    'twelve-keys': 'Tecla 1: repetir. Tecla 3: mais alto. Tecla 9: mais baixo.',
  },
  press: 'Prima para comprar bilhetes',
  choices: (count) => (count === 1 ? 'Uma escolha.' : `${count} escolhas.`),
  ways: (names) => `Escolhas: ${names}.`,
  givenBack: 'seleção anulada',
  hidden: 'Carácter oculto',
  typed: (count, whole) => `${count} de ${whole}`,
  privateHere: 'O que introduz só é lido nos auscultadores. Para o ouvir sem eles, abra as definições.',
  title: 'A voz',
  volume: (now, most) => `Volume ${now} de ${most}`,
  louder: 'Mais alto',
  quieter: 'Mais baixo',
  pace: (now, most) => `Velocidade ${now} de ${most}`,
  faster: 'Mais depressa',
  slower: 'Mais devagar',
  dark: {
    title: 'Ecrã preto',
    about: 'Para que ninguém leia o seu ecrã',
    how: 'Ecrã preto: nas definições.',
    on: 'Ecrã preto.',
    off: 'O ecrã está de novo aceso.',
  },
  aloud: {
    title: 'Ler tudo em voz alta',
    about: 'Também o seu número e a sua referência',
  },
  unplugged: {
    title: 'Auscultadores desligados',
    body: 'A leitura parou. Volte a ligar os auscultadores para continuar: nada se perdeu.',
    silent: 'Continuar sem leitura',
    loud: 'Continuar no altifalante',
  },
}
