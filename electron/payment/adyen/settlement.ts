/** The columns of Adyen's settlement details and accounting reports, as its documents name them. */
export const adyenSettlement = {
  names: ['merchantreference', 'pspreference', 'modificationmerchantreference'],
  date: ['creationdate', 'bookingdate'],
  amount: ['grosscreditgc', 'mainamount', 'paymentamount'],
  currency: ['grosscurrency', 'maincurrency', 'paymentcurrency'],
  status: ['recordtype'],
}
