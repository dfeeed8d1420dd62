import type { CardTexts } from '../card-texts.ts'

export const cards: CardTexts = {
  cashier: {
    title: 'Cartão do operador de caixa',
    hint: 'Guarde-o junto do teclado. As teclas são as desta caixa.',
    sell: {
      heading: 'Vender',
      rows: [
        'Inicie a sessão: o seu número, o seu código e Enter.',
        'Escreva o número do evento e Enter.',
        'Escreva os lugares pedidos e Enter. Escolha com as setas; Enter bloqueia os lugares.',
        'Escreva o valor recebido e Enter. Só Enter: valor exato.',
        'Entregue os bilhetes e o troco indicado.',
      ],
    },
    lines: {
      heading: 'Linhas de comando',
      rows: [
        ['4', 'os quatro melhores lugares disponíveis'],
        ['4 tribune nord', 'os quatro melhores nesta bancada'],
        ['4 nord max 50000', 'preço máximo 50 000'],
        ['N3 F 12-15', 'exatamente estes lugares'],
        ['500k', 'valor recebido: 500\u00a0000'],
        ['50000+', 'uma parte em numerário, o resto por outro meio'],
      ],
    },
    keys: {
      heading: 'Teclas',
      enter: ['Enter', 'continuar'],
      commands: {
        'go-back': 'voltar, desistir',
        events: 'outro evento',
        map: 'a planta',
        customer: 'registar o cliente',
        park: 'pôr a venda em espera',
        recall: 'retomar uma venda em espera',
        behind: 'abrir uma venda em curso',
        repeat: 'repetir o último pedido',
        reprint: 'duplicado da última venda',
        files: 'vendas anteriores: duplicados, reembolsos',
        language: 'a língua do cliente',
        aloud: 'ler em voz alta ao cliente',
        switch: 'mudar de operador',
        lock: 'bloquear a caixa',
        office: 'o escritório',
        training: 'iniciar ou terminar a formação',
      },
      tender: (name) => `pagar: ${name}`,
    },
    cases: {
      heading: 'Se…',
      rows: [
        [
          'A impressora para',
          'Ponha papel ou retire o papel encravado e Enter. Um bilhete talvez já impresso é reimpresso como DUPLICATA.',
        ],
        [
          'A bilheteira não responde',
          'Não receba uma segunda vez. Dê ao cliente o número mostrado, depois Enter: cliente seguinte. Os bilhetes imprimem-se automaticamente quando ela responder.',
        ],
        [
          'Cartão ou telemóvel sem resposta',
          'Veja primeiro o terminal ou o telemóvel. Cliente cobrado: escreva o número. Não cobrado: volte atrás e indique o motivo.',
        ],
        ['Um cliente hesita', 'Ponha a venda em espera: os lugares ficam bloqueados durante o tempo indicado.'],
        ['Vai ausentar-se da caixa', 'Bloqueie-a. A venda em curso fica guardada.'],
        ['Corte de energia', 'Volte a ligar a máquina. As vendas continuam onde estavam: não as repita.'],
      ],
    },
  },
  attendant: {
    title: 'Cartão do funcionário do quiosque',
    hint: 'Traga-o consigo. O ecrã diz sempre o que falta: leia-o primeiro.',
    open: {
      heading: 'Abrir o ecrã dos funcionários',
      rows: [
        'Toque cinco vezes em três segundos na ponta esquerda da barra escura, no topo do ecrã.',
        'Introduza o seu código.',
        'Responda às perguntas em espera. «Estado do quiosque» mostra as impressoras e a bilheteira.',
      ],
    },
    cash: {
      heading: 'Receber numerário',
      rows: [
        'O cliente entrega-lhe o numerário. Toque em «Só para funcionários», escreva o seu código e toque em «Seguinte».',
        'Introduza o valor recebido, ou toque em «Valor exato»; depois toque em «Confirmar o pagamento».',
        'Entregue o troco indicado.',
      ],
    },
    cases: {
      heading: 'Se…',
      rows: [
        ['Não há papel', 'Ponha um rolo ou folhas, feche a tampa e toque em «Retomar a impressão».'],
        [
          'Papel encravado',
          'Abra, retire o papel sem o rasgar, feche e toque em «Retomar a impressão». Guarde os pedaços.',
        ],
        [
          'O cliente pagou, mas não tem bilhetes',
          'Não o deixe pagar outra vez. Ecrã dos funcionários, «Referência»: escreva ou leia os seis caracteres e responda.',
        ],
        [
          'É preciso reembolsar',
          'Ecrã dos funcionários: «Verificar na bilheteira». Se nada foi vendido, reembolse e escreva o número do recibo.',
        ],
        [
          '«Quiosque temporariamente indisponível»',
          'O ecrã indica a causa; a venda recomeça automaticamente. Mande os clientes à bilheteira mais próxima.',
        ],
        [
          'O ecrã não responde',
          'Desligue o quiosque e volte a ligá-lo. Nada se perde: as vendas continuam, os lugares não pagos ficam livres.',
        ],
        ['O disco está cheio', 'Não desligue o quiosque. Chame o técnico.'],
      ],
    },
    call: { heading: 'Contactos', rows: ['Responsável', 'Técnico', 'Bilheteira'] },
  },
}
