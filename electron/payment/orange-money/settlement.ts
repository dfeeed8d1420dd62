/** The columns of a report by the names of Orange's interface: no report of theirs was seen. */
export const orangeMoneySettlement = {
  names: ['txnid', 'paytoken'],
}
