/** The columns of a report by the names of Djomy's interface: no report of theirs was seen. */
export const djomySettlement = {
  names: ['merchantpaymentreference', 'paymentlinkreference', 'providerreference'],
  amount: ['paidamount'],
}
