import { useKioskState } from './state/kiosk-context.tsx'
import type { Notice } from '../app/problem.ts'

/** What the last command or the sale met while seats are chosen, and whether holds are being made or given back. */
export function useSaleNotice(): { readonly notice: Notice | null; readonly working: boolean } {
  const { problem, sale } = useKioskState()
  const stage = sale?.stage
  const notice = problem ?? (stage?.name === 'choosing' || stage?.name === 'review' ? stage.notice : null)
  return { notice, working: stage?.name === 'holding' || stage?.name === 'releasing' }
}
