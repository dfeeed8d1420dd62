/** The columns of a report by the names of MTN's interface: no report of theirs was seen. */
export const mtnMomoSettlement = {
  names: ['referenceid', 'xreferenceid', 'financialtransactionid', 'externaltransactionid'],
}
