import { createContext, use, useSyncExternalStore, type ReactNode } from 'react'
import type { KioskState } from './kiosk-state.ts'
import type { KioskStore } from './kiosk-store.ts'

const KioskContext = createContext<KioskStore | null>(null)

export function KioskProvider({ store, children }: { store: KioskStore; children: ReactNode }) {
  return <KioskContext value={store}>{children}</KioskContext>
}

export function useKioskStore(): KioskStore {
  const store = use(KioskContext)
  if (!store) throw new Error('useKioskStore is called outside <KioskProvider>')
  return store
}

export function useKioskState(): KioskState {
  const store = useKioskStore()
  return useSyncExternalStore(store.subscribe, store.getState, store.getState)
}
