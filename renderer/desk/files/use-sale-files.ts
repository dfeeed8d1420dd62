import { useEffect, useState } from 'react'
import type { MatchingSale, SaleFile } from '../../../shared/domain/sale/sale-file.ts'
import type { DeskNotice } from '../../i18n/problem-text.ts'
import { useDesk } from '../state/desk-store.tsx'
import type { Credentials } from '../state/desk-state.ts'
import { atHand } from '../state/desk-task.ts'

export type SaleFiles = ReturnType<typeof useSaleFiles>

export function useSaleFiles(credentials: Credentials) {
  const { store, state } = useDesk()
  const { invoke } = store
  /** Search request, stored as a new object for each search, so that the same text can be searched again. */
  const [asked, setAsked] = useState({ text: '' })
  const [found, setFound] = useState<readonly MatchingSale[] | null>(null)
  /** Selected by ID, because a newly found sale would shift an index. */
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [opened, setOpened] = useState<SaleFile | null>(null)
  const [notice, setNotice] = useState<DeskNotice | null>(null)
  const summary = found?.find(({ saleId }) => saleId === chosenId)

  // Repeats the search at each step of the current sale and of background sales, which may still be printing.
  const stage = atHand(state.work).sale?.stage.name
  const { behind } = state
  const [seen, setSeen] = useState({ stage, behind })
  if (seen.stage !== stage || seen.behind !== behind) {
    setSeen({ stage, behind })
    setAsked({ ...asked })
  }

  useEffect(() => {
    let awaited = true
    void invoke('findSales', { ...credentials, text: asked.text }).then((reply) => {
      if (!awaited) return
      setNotice(reply.ok ? null : reply.error)
      if (!reply.ok) return
      setFound(reply.value)
      setChosenId((before) => saleToOpen(reply.value, asked.text, before))
    })
    return () => {
      awaited = false
    }
  }, [invoke, credentials, asked])

  useEffect(() => {
    if (!summary) return undefined
    let awaited = true
    void invoke('openSaleFile', { ...credentials, saleId: summary.saleId }).then((reply) => {
      if (!awaited) return
      if (reply.ok) setOpened(reply.value)
      else setNotice(reply.error)
    })
    return () => {
      awaited = false
    }
  }, [invoke, credentials, summary])

  return {
    /** Sales that match the search; null until the first reply. */
    found,
    /** Index of the selected sale; -1 if no sale is selected. */
    chosen: summary && found ? found.indexOf(summary) : -1,
    /** True if the search matches sales of several events, so that the user must select one. */
    asksWhich: chosenId === null && found !== null && found.length > 0,
    choose: (index: number) => setChosenId(found?.[index]?.saleId ?? null),
    lookFor: (text: string): void => {
      setChosenId(null)
      setAsked({ text })
    },
    file: opened?.saleId === summary?.saleId ? opened : null,
    /** IDs of the selected sale's tickets that were searched for; empty if the search was for the sale itself. */
    named: summary?.namedTickets ?? [],
    changed: (file: SaleFile): void => {
      const { saleId, returned, owed } = file
      // An action does not query the booking service about all tickets, so the tickets known to be cancelled are
      // retained.
      setOpened((before) => ({ ...(before?.cancelled && { cancelled: before.cancelled }), ...file }))
      setFound((all) => all && all.map((each) => (each.saleId === saleId ? { ...each, returned, owed } : each)))
    },
    notice,
    forget: () => setNotice(null),
  }
}

/** Returns the ID of the selected sale, otherwise of the latest; null if the search matches several events. */
export function saleToOpen(found: readonly MatchingSale[], typed: string, before: string | null): string | null {
  if (found.some(({ saleId }) => saleId === before)) return before
  const events = new Set(found.map(({ eventId, startsAt }) => `${eventId} ${startsAt}`))
  return typed.trim() !== '' && events.size > 1 ? null : (found[0]?.saleId ?? null)
}
