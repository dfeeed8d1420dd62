import type { CardTexts } from '../card-texts.ts'

export const cards: CardTexts = {
  cashier: {
    title: 'Cartão do bilheteiro',
    hint: 'Guarde-o junto do teclado. As teclas são as desta caixa.',
    sell: {
      heading: 'Vender',
      rows: [
        'Entre ao serviço: o seu número, o seu código e Enter.',
        'Escreva o número do evento e Enter.',
        'Peça os lugares numa linha e Enter. As setas escolhem, Enter reserva.',
        'Escreva a quantia recebida e Enter. Só Enter: a quantia certa.',
        'Entregue os bilhetes e o troco indicado.',
      ],
    },
    lines: {
      heading: 'O que escreve',
      rows: [
        ['4', 'os quatro melhores lugares'],
        ['4 tribune nord', 'os quatro melhores dali'],
        ['4 nord max 50000', 'nenhum mais caro'],
        ['N3 F 12-15', 'exatamente estes lugares'],
        ['500k', 'quantia recebida: 500\u00a0000'],
        ['50000+', 'uma parte em numerário, o resto depois'],
      ],
    },
    keys: {
      heading: 'Teclas',
      enter: ['Enter', 'avançar'],
      commands: {
        'go-back': 'voltar, desistir',
        events: 'outro evento',
        map: 'a planta',
        customer: 'anotar o cliente',
        park: 'pôr a venda de lado',
        recall: 'retomar uma venda de lado',
        behind: 'abrir uma venda em curso',
        repeat: 'o mesmo pedido outra vez',
        reprint: 'reimprimir a última venda',
        files: 'vendas anteriores: cópias, reembolsos',
        language: 'a língua do cliente',
        aloud: 'a leitura em voz alta ao cliente',
        switch: 'passar a caixa',
        lock: 'bloquear a caixa',
        office: 'o escritório',
        training: 'entrar em formação, sair dela',
      },
      tender: (name) => `pagar: ${name}`,
    },
    cases: {
      heading: 'Se…',
      rows: [
        [
          'A impressora para',
          'Ponha papel ou retire o papel preso e Enter. Um bilhete que talvez tenha saído imprime-se como DUPLICATA.',
        ],
        [
          'A bilheteira não responde',
          'Não receba dinheiro outra vez. Dê ao cliente o número à vista, depois Enter: cliente seguinte. Os bilhetes saem sozinhos.',
        ],
        [
          'Cartão ou telefone sem resposta',
          'Veja primeiro o aparelho. Dinheiro cobrado: escreva o número. Nada cobrado: volte atrás e diga porquê.',
        ],
        ['Um cliente hesita', 'Ponha a venda de lado: os lugares ficam reservados durante o tempo indicado.'],
        ['Sai da caixa', 'Bloqueie-a. A venda em curso fica.'],
        ['Faltou a luz', 'Volte a ligar. Cada venda continua onde estava: não repita nada.'],
      ],
    },
  },
  attendant: {
    title: 'Cartão do funcionário junto da máquina',
    hint: 'Traga-o consigo. O ecrã diz sempre o que falta: leia-o primeiro.',
    open: {
      heading: 'Abrir o ecrã dos funcionários',
      rows: [
        'Toque cinco vezes em três segundos na ponta esquerda da barra escura de cima.',
        'Escreva o seu código.',
        'Responda às perguntas que esperam. O estado da máquina mostra as impressoras e a bilheteira.',
      ],
    },
    cash: {
      heading: 'Receber numerário',
      rows: [
        'O cliente entrega-lhe a quantia. Toque em «Só para funcionários» e escreva o seu código.',
        'Escreva a quantia recebida, ou toque na quantia certa, e confirme.',
        'Entregue o troco indicado.',
      ],
    },
    cases: {
      heading: 'Se…',
      rows: [
        ['Não há papel', 'Ponha um rolo ou folhas, feche a tampa e continue a impressão.'],
        ['Papel preso', 'Abra, retire o papel sem o rasgar, feche e continue a impressão. Guarde os pedaços.'],
        [
          'O cliente pagou e não há bilhetes',
          'Não o deixe pagar outra vez. Ecrã dos funcionários, «Referência»: escreva ou leia os seis caracteres e responda.',
        ],
        [
          'A quantia é para devolver',
          'No ecrã dos funcionários pergunte outra vez à bilheteira. Se nada foi vendido, devolva e escreva o número do recibo.',
        ],
        [
          '«Quiosque temporariamente indisponível»',
          'O ecrã diz porquê e volta a abrir sozinho. Mande os clientes à bilheteira mais próxima.',
        ],
        [
          'O ecrã não responde',
          'Desligue e ligue a máquina. Nada se perde: as vendas continuam, os lugares não pagos ficam livres.',
        ],
        ['O disco está cheio', 'Não desligue a máquina. Chame o técnico.'],
      ],
    },
    call: { heading: 'Quem chamar', rows: ['Responsável', 'Técnico', 'Bilheteira'] },
  },
}
