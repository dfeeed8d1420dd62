import type { CardTexts } from '../card-texts.ts'

export const cards: CardTexts = {
  cashier: {
    title: 'Cashier card',
    hint: 'Keep it beside the keyboard. The keys are those of this desk.',
    sell: {
      heading: 'Sell',
      rows: [
        'Sign in: your number, your PIN, then Enter.',
        'Enter the event number, then press Enter.',
        'Enter the seats requested, then press Enter. Select with the arrows; Enter holds the seats.',
        'Enter the amount received, then press Enter. Enter alone: exact amount.',
        'Hand over the tickets and the change due shown.',
      ],
    },
    lines: {
      heading: 'Command lines',
      rows: [
        ['4', 'the four best available seats'],
        ['4 tribune nord', 'the four best in this stand'],
        ['4 nord max 50000', 'maximum price 50,000'],
        ['N3 F 12-15', 'exactly these seats'],
        ['500k', 'amount received: 500,000'],
        ['50000+', 'part in cash, the rest by another payment method'],
      ],
    },
    keys: {
      heading: 'Keys',
      enter: ['Enter', 'continue'],
      commands: {
        'go-back': 'go back, cancel',
        events: 'another event',
        map: 'the map',
        customer: 'record the customer',
        park: 'put the sale on hold',
        recall: 'resume a sale on hold',
        behind: 'open a sale in progress',
        repeat: 'repeat the last request',
        reprint: 'duplicate of the last sale',
        files: 'earlier sales: duplicates, refunds',
        language: 'the customer’s language',
        aloud: 'read aloud to the customer',
        switch: 'change cashier',
        lock: 'lock the desk',
        office: 'the office',
        training: 'start or end training',
      },
      tender: (name) => `pay: ${name}`,
    },
    cases: {
      heading: 'If…',
      rows: [
        [
          'The printer stops',
          'Load paper or clear the jam, then Enter. A ticket that may have been printed is printed as a DUPLICATE.',
        ],
        [
          'The booking service does not answer',
          'Do not take payment a second time. Give the customer the number shown, then Enter: next customer. The tickets print automatically once it answers.',
        ],
        [
          'No answer from card or phone',
          'Check the terminal or phone first. Customer charged: enter the number. Not charged: go back and give the reason.',
        ],
        ['A customer hesitates', 'Put the sale on hold: the seats stay held for the time shown.'],
        ['You leave the desk', 'Lock it. The current sale is kept.'],
        ['Power cut', 'Switch the machine back on. Sales resume where they left off: do not enter them again.'],
      ],
    },
  },
  attendant: {
    title: 'Kiosk staff card',
    hint: 'Carry it with you. The screen always shows what is missing: read it first.',
    open: {
      heading: 'Open the staff screen',
      rows: [
        'Touch the left end of the dark bar at the top five times within three seconds.',
        'Enter your PIN.',
        'Answer the questions shown. “Kiosk status” shows the printers and the booking service.',
      ],
    },
    cash: {
      heading: 'Take cash',
      rows: [
        'The customer gives you the money. Touch “Staff only”, enter your PIN, then “Next”.',
        'Enter the amount received, or touch “Exact amount”; then touch “Confirm payment”.',
        'Give the change due shown.',
      ],
    },
    cases: {
      heading: 'If…',
      rows: [
        ['No paper', 'Load a roll or sheets, close the cover, touch “Resume printing”.'],
        ['Paper jammed', 'Open, remove the paper without tearing it, close, touch “Resume printing”. Keep the pieces.'],
        [
          'The customer paid but has no tickets',
          'Do not let them pay a second time. Staff screen, “Reference”: enter or scan its six characters, then answer.',
        ],
        [
          'A refund is due',
          'Staff screen: “Check with the booking service”. If nothing was sold, refund and enter the receipt number.',
        ],
        [
          '“Kiosk temporarily unavailable”',
          'The screen shows the cause; sales resume automatically. Send customers to the nearest ticket counter.',
        ],
        [
          'The screen no longer answers',
          'Switch the kiosk off, then on again. Nothing is lost: sales resume, unpaid seats are released.',
        ],
        ['The disk is full', 'Do not switch the kiosk off. Call the technician.'],
      ],
    },
    call: { heading: 'Contacts', rows: ['Supervisor', 'Technician', 'Booking service'] },
  },
}
