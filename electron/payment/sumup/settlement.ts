/** The columns of SumUp's transaction report, English and French, in small letters and digits alone; and of its interface. */
export const sumupSettlement = {
  names: [
    'transactioncode',
    'transactionid',
    'codedetransaction',
    'iddetransaction',
    'foreigntransactionid',
    'clienttransactionid',
  ],
  amount: ['total', 'amount', 'montanttotal'],
  fee: ['fee', 'feeamount', 'frais'],
  type: ['transactiontype', 'type', 'typedetransaction'],
}
