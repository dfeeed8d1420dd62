import type { TermsExamples } from '../texts.ts'

/** The demo's examples: no venue sells by them. */
export const termsExamples: TermsExamples = {
  seller: {
    name: 'Demo Stadium (example)',
    address: '1 Example Street, Conakry',
    contact: 'contact@exemple.example',
  },
  conditions: `EXAMPLE: these conditions of sale are for the demo. They bind nobody and do not replace those of your venue.

1. Seller
The tickets are sold by the person named above these conditions and on the receipt.

2. Prices
The prices shown before payment are those of each seat, taxes included. The total to pay is the total of these prices. No fee is added.

3. Order
The chosen seats are held for the time shown. The sale is made when the payment is accepted; the tickets are then printed.

4. Ticket
Each ticket carries a QR code that admits one person once. Show the printed ticket at the entrance.

5. Refunds
Tickets are refunded if the event is cancelled. If the event is postponed, they stay valid on the new date.

6. Complaints
Contact the seller: the contact details are on the receipt. Keep the receipt: it carries the order number.`,
  privacy: `EXAMPLE: this notice is for the demo. It binds nobody and does not replace that of your venue.

1. Who is responsible for the data
The seller named above these conditions.

2. Data
This machine records the sale: seats, prices, payment method, date and time. It records neither a name nor a card number. A phone number entered to pay is used for that payment alone.

3. Purpose
To sell the ticket, keep the accounts and give refunds.

4. How long
As long as the law requires for accounts; the phone number is erased earlier.

5. Your rights
You may ask the seller for your data, its correction or its erasure; the contact details are on the receipt.`,
}
