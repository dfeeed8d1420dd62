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
Cada bilhete tem um código QR válido para uma só entrada. Apresente o bilhete impresso à entrada.

5. Reembolso
Os bilhetes são reembolsados se o evento for cancelado. Se o evento for adiado, continuam válidos na nova data.

6. Reclamações
Dirija-se ao vendedor: os contactos estão no recibo. Guarde o recibo: tem o número do pedido.`,
  privacy: `EXEMPLO: esta política serve para a demonstração. Não obriga ninguém e não substitui a do seu recinto.

1. Responsável pelos dados
O vendedor indicado no início destas condições.

2. Dados
Esta máquina regista a venda: lugares, preços, meio de pagamento, data e hora. Não regista nem o nome nem o número do cartão. Um número de telefone escrito para pagar serve apenas para esse pagamento.

3. Para quê
Para vender o bilhete, fazer as contas e reembolsar.

4. Durante quanto tempo
O tempo que a lei exige para as contas; o número de telefone é apagado antes.

5. Os seus direitos
Pode pedir ao vendedor os seus dados, a correção ou o apagamento deles; os contactos estão no recibo.`,
}
