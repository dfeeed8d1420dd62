import { type AccountView, MAX_ACCOUNT_NAME } from '../../domain/money/customer-account.ts'
import type { NotInCash } from '../../domain/money/cash.ts'
import { tenderKinds } from '../../domain/money/tender.ts'
import type { MessageReply } from '../fleet/ticket-pages.ts'
import { publicCommand, staff, withApprover } from './command.ts'
import type {
  AccountRefused,
  ApprovalKnown,
  ApprovalRequired,
  MessageRefused,
  PartnerFailure,
  Plain,
  PublishFailure,
  ReprintFailure,
  SaleFailure,
  TicketsCancelled,
  UnknownCurrency,
} from './failures.ts'
import type { AccountPaidView, InvoicedView, SaleView } from './views.ts'

const money = ['cashier', 'supervisor'] as const

/** Commands about customers who pay later. */
export const accountCommands = {
  /** Finds the accounts of customers who pay later, by number or by a part of the name. */
  findAccounts: staff(money, ({ freeText }) => ({ text: freeText(MAX_ACCOUNT_NAME).min(1) })).answers<
    readonly AccountView[],
    AccountRefused
  >(),
  /**
   * Charges a sale to an account. The hub checks the limit. `amount`: amount to charge; absent for all that is still
   * due.
   */
  payOnAccount: withApprover(money, ['supervisor'], ({ saleId, sum, accountNumber }) => ({
    saleId,
    account: accountNumber,
    amount: sum.min(1).optional(),
  })).answers<
    SaleView,
    | SaleFailure
    | PartnerFailure
    | AccountRefused
    | Plain<'tender-not-offered'>
    | { readonly type: 'too-much'; readonly due: number }
  >(),
  /**
   * Records a payment of a customer on an account, in cash or with a payment that staff confirm, and prints its
   * receipt. `reference`: identifies the payment; repeating the command with the same reference has no effect. `items`:
   * references of the sales to pay first.
   */
  takeAccountPayment: staff(money, ({ z, accountNumber, approval, sum, wireId }) => ({
    reference: z.guid(),
    account: accountNumber,
    tender: z.enum(tenderKinds),
    amount: sum.min(1),
    received: sum.min(1),
    /** Approval number; absent for cash. */
    approval: approval.optional(),
    items: z.array(wireId).max(100),
  })).answers<
    AccountPaidView,
    | AccountRefused
    | UnknownCurrency
    | NotInCash
    | ApprovalRequired
    | Plain<'tender-not-offered' | 'invalid-answer'>
    | { readonly type: 'too-much' | 'too-little'; readonly due: number }
  >(),
  /**
   * Records a payment on an account by cheque or bank transfer, which a supervisor approves, and prints its receipt.
   * Repetition and `items` as in `takeAccountPayment`. `again`: confirms a number that a sale was paid with.
   */
  takeAccountDocument: withApprover(money, ['supervisor'], ({ z, accountNumber, documentNumber, sum, wireId }) => ({
    reference: z.guid(),
    account: accountNumber,
    tender: z.enum(tenderKinds),
    amount: sum.min(1),
    number: documentNumber,
    again: z.boolean().optional(),
    items: z.array(wireId).max(100),
  })).answers<
    AccountPaidView,
    | AccountRefused
    | UnknownCurrency
    | ApprovalKnown
    | Plain<'tender-not-offered' | 'invalid-answer'>
    | { readonly type: 'too-much'; readonly due: number }
  >(),
}

/** Commands that send the address of a published ticket page. */
export const messageCommands = {
  /** Queues a message at the hub. Requires the customer's consent. */
  sendTickets: staff(money, ({ z, saleId }) => ({
    saleId,
    address: z.string().max(300),
    consent: z.literal(true),
  })).answers<MessageReply, SaleFailure | MessageRefused | Plain<'not-published'>>(),
  /** Returns the messages of a sale. No channel is offered if the hub does not reply. */
  ticketMessages: staff(money, ({ saleId }) => ({ saleId })).answers<MessageReply>(),
}

export const invoiceCommands = {
  /** Issues and prints the invoice for the tickets of a sale that were not returned. A sale has one invoice. */
  issueInvoice: staff(money, ({ buyer, saleId }) => ({ saleId, buyer })).answers<
    InvoicedView,
    SaleFailure | Plain<'invalid-answer' | 'ticket-returned' | 'nothing-to-invoice'>
  >(),
  /** Prints an invoice or credit note again, marked with the next DUPLICATA number. */
  reprintInvoice: staff(money, ({ z, saleId }) => ({ saleId, number: z.int().min(1) })).answers<
    InvoicedView,
    SaleFailure | Plain<'invalid-answer'>
  >(),
  /**
   * Sends an invoice or credit note to the fiscal service again, after the service refused it, and prints it. `buyer`:
   * corrected buyer of an invoice.
   */
  resubmitInvoice: staff(money, ({ z, saleId, buyer }) => ({
    saleId,
    number: z.int().min(1),
    buyer: buyer.optional(),
  })).answers<InvoicedView, SaleFailure | Plain<'invalid-answer'>>(),
}

/** Commands for tickets on a customer's telephone. */
export const telephoneCommands = {
  /**
   * Publishes the tickets of the displayed sale for a telephone: unprinted tickets as originals, otherwise duplicates.
   */
  publishTickets: publicCommand(({ saleId }) => ({ saleId })).answers<SaleView, PublishFailure>(),
  /** Chooses, before the tickets exist, whether they are published for a telephone instead of printed. */
  choosePage: publicCommand(({ z, saleId }) => ({ saleId, onTelephone: z.boolean() })).answers<
    SaleView,
    PublishFailure
  >(),
  /**
   * Prints duplicates of tickets that the displayed sale has only on a telephone. `unlessOpened`: prints nothing if the
   * hub reports that the page was opened.
   */
  printPublished: publicCommand(({ z, saleId }) => ({ saleId, unlessOpened: z.boolean() })).answers<
    SaleView,
    ReprintFailure
  >(),
  /** Publishes duplicates of a finished sale, for staff. Returns the address of their page. */
  publishSale: staff(money, ({ saleId }) => ({ saleId })).answers<
    { readonly address: string },
    PublishFailure | TicketsCancelled
  >(),
}
