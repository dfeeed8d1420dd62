import { createContext, use, useSyncExternalStore, type ReactNode } from 'react'
import type { DeskState } from './desk-state.ts'
import type { DeskStore } from './desk-store.ts'

const DeskContext = createContext<DeskStore | null>(null)

export function DeskProvider({ store, children }: { store: DeskStore; children: ReactNode }) {
  return <DeskContext value={store}>{children}</DeskContext>
}

export function useDesk(): { readonly store: DeskStore; readonly state: DeskState } {
  const store = use(DeskContext)
  if (!store) throw new Error('useDesk is called outside <DeskProvider>')
  return { store, state: useSyncExternalStore(store.subscribe, store.getState, store.getState) }
}
