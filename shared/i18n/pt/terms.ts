import type { TermsExamples } from '../texts.ts'

/** The demo's examples: no venue sells by them. */
export const termsExamples: TermsExamples = {
  seller: {
    name: 'Estádio de demonstração (exemplo)',
    address: 'Rua do Exemplo, 1, Conacri',
    contact: 'contact@exemple.example',
  },
  conditions: `EXEMPLO: estas condições de venda servem para a demonstração. Não obrigam ninguém e não substituem as do seu recinto.

1. Vendedor
Os bilhetes são vendidos pela pessoa indicada no início destas condições e no recibo.

2. Preços
Os preços mostrados antes do pagamento são os de cada lugar, com impostos incluídos. O total a pagar é a sua soma. Não se acrescenta nenhuma taxa.

3. Pedido
Os lugares escolhidos ficam bloqueados durante o tempo indicado. A venda fica concluída quando o pagamento é aceite; os bilhetes são então impressos.

4. Bilhete
Cada bilhete tem um código que abre a porta uma única vez. Apresenta-se à entrada, impresso.

5. Reembolso
Um bilhete é aceite de volta se o evento for cancelado. Se o evento for adiado, o bilhete continua válido na nova data.

6. Reclamações
O vendedor responde na morada indicada no recibo. Guarde o recibo: tem o número do pedido.`,
  privacy: `EXEMPLO: este aviso serve para a demonstração. Não obriga ninguém e não substitui o do seu recinto.

1. Quem responde pelos dados
O vendedor indicado no início destas condições.

2. Dados
Esta máquina regista a venda: lugares, preços, meio de pagamento, data e hora. Não regista nem o nome nem o número do cartão. Um número de telefone escrito para pagar serve apenas para esse pagamento.

3. Para quê
Para vender o bilhete, fazer as contas e reembolsar.

4. Durante quanto tempo
O tempo que a lei exige para as contas; o número de telefone é apagado antes.

5. Os seus direitos
Pode pedir os seus dados, a sua correção ou o seu apagamento na morada indicada no recibo.`,
}
