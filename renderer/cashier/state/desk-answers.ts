import { freeTextFault, readApproval } from '../../../shared/domain/desk/typed-numbers.ts'
import { inWesternDigits } from '../../../shared/domain/language.ts'
import type { CommandInput } from '../../../shared/kiosk-api/contract.ts'
import type { SaleView } from '../../../shared/kiosk-api/views.ts'
import type { Problem } from '../../app/problem.ts'
import type { DeskNotice } from '../../i18n/desk-notice.ts'
import type { Credentials } from './desk-state.ts'
import type { Desk } from './desk.ts'
import { atHand, isAt } from './work.ts'

/** What only the cashier can say. */
export interface Answers {
  /** The number on the slip of the device that the cashier charged on. */
  approve(typed: string): Promise<DeskNotice | null>
  /** The papers that may have come out did. */
  papersSeen(sale: SaleView): Promise<DeskNotice | null>
  /** To the one question that the screen asks. Null as well where nothing was answered. */
  answer(typed: string): Promise<DeskNotice | null>
}

export function createAnswers({ invoke, getState, happen }: Desk): Answers {
  async function tell(word: CommandInput<'answerTender'>['word']): Promise<Problem | null> {
    const { screen, work } = getState()
    const { sale } = atHand(work)
    if (!screen.who || !sale || !isAt(sale, 'paying')) return null
    const { saleId } = sale
    const { reference } = sale.stage
    const told = await invoke('answerTender', { ...screen.who.credentials, saleId, reference, word })
    return told.ok ? null : told.error
  }

  async function settle(
    who: Credentials,
    sale: SaleView,
    answer: CommandInput<'settleStaffCase'>['answer'],
  ): Promise<Problem | null> {
    const settled = await invoke('settleStaffCase', { ...who, saleId: sale.saleId, answer })
    return settled.ok ? null : settled.error
  }

  return {
    async approve(typed) {
      const read = readApproval(typed)
      if (!read.ok) return read.error
      const approval = read.value
      const { work } = getState()
      const again = work.step === 'attended' && approval === work.sums.doubted
      const problem = await tell({ type: 'approved', approval, ...(again && { again }) })
      happen({ type: 'approval-told', doubted: problem?.type === 'approval-known' ? approval : null })
      return problem
    },

    async papersSeen(sale) {
      const { who } = getState().screen
      return who ? settle(who.credentials, sale, { type: 'paper-seen' }) : null
    },

    async answer(typed) {
      const { screen, work } = getState()
      if (work.step !== 'question' || !screen.who) return null
      const { sale, question } = work
      const { credentials } = screen.who
      if (question.type === 'pay-back')
        return freeTextFault(typed, 'reference') ?? settle(credentials, sale, { type: 'paid-back', reference: typed })
      const digit = inWesternDigits(typed)
      if (digit !== '1' && digit !== '2') return { type: 'one-or-two' }
      const yes = digit === '1'
      if (question.type === 'not-paid') {
        const problem = await tell({ type: yes ? 'refused' : 'not-paid' })
        happen({ type: 'answered' })
        return problem
      }
      if (question.type === 'moved') return settle(credentials, sale, { type: 'money-moved', moved: yes })
      happen({ type: 'answered' })
      if (!yes) return null
      const given = await invoke('abandonSale', { saleId: sale.saleId, reason: 'cancelled' })
      return given.ok ? null : given.error
    },
  }
}
