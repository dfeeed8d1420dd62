/**
 * The columns of what the dashboard exports of payments and of the balance, in small letters and digits alone: "id",
 * "Description" (our reference), "PaymentIntent ID", "reference (metadata)", "Created (UTC)" …
 */
export const stripeSettlement = {
  names: [
    'referencemetadata',
    'paymentmetadatareference',
    'description',
    'paymentintentid',
    'chargeid',
    'sourceid',
    'source',
  ],
  date: ['createddateutc', 'createdutc', 'created'],
  amount: ['amount', 'gross'],
  fee: ['fee', 'fees'],
  type: ['type', 'reportingcategory'],
}
