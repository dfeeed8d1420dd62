import type { CardTexts } from '../card-texts.ts'

export const cards: CardTexts = {
  cashier: {
    title: 'Cashier’s card',
    hint: 'Keep it beside the keyboard. The keys are those of this desk.',
    sell: {
      heading: 'Sell',
      rows: [
        'Sign in: your number, your PIN, then Enter.',
        'Type the event’s number, then Enter.',
        'Ask for seats in one line, then Enter. The arrows choose, Enter holds them.',
        'Type the sum received, then Enter. Enter alone: the exact sum.',
        'Give the tickets, and the change that is shown.',
      ],
    },
    lines: {
      heading: 'What you type',
      rows: [
        ['4', 'the four best seats'],
        ['4 tribune nord', 'the four best there'],
        ['4 nord max 50000', 'none dearer'],
        ['N3 F 12-15', 'exactly these seats'],
        ['500k', 'sum received: 500,000'],
        ['50000+', 'a part in cash, the rest next'],
      ],
    },
    keys: {
      heading: 'Keys',
      enter: ['Enter', 'go on'],
      commands: {
        'go-back': 'go back, give up',
        events: 'another event',
        map: 'the map',
        customer: 'note the customer',
        park: 'park the sale',
        recall: 'take up a parked sale',
        behind: 'open a sale in progress',
        repeat: 'the same wish again',
        reprint: 'print the last sale again',
        files: 'sales made before: copies, refunds',
        language: 'the customer’s language',
        aloud: 'reading aloud to the customer',
        switch: 'hand the desk over',
        lock: 'lock the desk',
        office: 'the office',
        training: 'into training, and out of it',
      },
      tender: (name) => `pay: ${name}`,
    },
    cases: {
      heading: 'If…',
      rows: [
        [
          'The printer stops',
          'Load paper or take out what is jammed, then Enter. A ticket that may have come out is printed again as DUPLICATA.',
        ],
        [
          'The booking service does not answer',
          'Take no money a second time. Give the customer the number in sight, then Enter: next customer. The tickets come out by themselves.',
        ],
        [
          'Card or telephone without an answer',
          'Look at the device first. Money taken: type the number. Nothing taken: go back and say why.',
        ],
        ['A customer hesitates', 'Park the sale: the seats stay held for the time shown.'],
        ['You leave the desk', 'Lock it. The sale on it stays.'],
        ['The power went', 'Switch on again. Each sale goes on where it was: do nothing over.'],
      ],
    },
  },
  attendant: {
    title: 'Card of the attendant at a kiosk',
    hint: 'Carry it. The screen always says what is missing: read it first.',
    open: {
      heading: 'Open the staff’s screen',
      rows: [
        'Touch the left end of the dark bar at the top five times within three seconds.',
        'Type your PIN.',
        'Answer the questions that wait. The state of the machine shows printers and booking service.',
      ],
    },
    cash: {
      heading: 'Take cash',
      rows: [
        'The customer gives you the sum. Touch “Staff only”, then type your PIN.',
        'Type the sum received, or touch the exact sum, and confirm.',
        'Give the change that is shown.',
      ],
    },
    cases: {
      heading: 'If…',
      rows: [
        ['No paper', 'Load a roll or sheets, close the cover, touch the button that goes on printing.'],
        ['Paper jammed', 'Open, take the paper out without tearing it, close, go on printing. Keep the pieces.'],
        [
          'The customer paid, and no tickets',
          'Do not let them pay a second time. Staff’s screen, “Reference”: type or scan its six characters, then answer.',
        ],
        [
          'The sum is to be paid back',
          'On the staff’s screen ask the booking service once more. If nothing is sold, pay back and type the receipt’s number.',
        ],
        [
          '“Kiosk temporarily unavailable”',
          'The screen says why, and opens again by itself. Send customers to the nearest desk.',
        ],
        [
          'The screen no longer answers',
          'Switch the machine off and on. Nothing is lost: sales go on, seats not paid are released.',
        ],
        ['The disk is full', 'Do not switch the machine off. Call the technician.'],
      ],
    },
    call: { heading: 'Whom to call', rows: ['Supervisor', 'Technician', 'Booking service'] },
  },
}
