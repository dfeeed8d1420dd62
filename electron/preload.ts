import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import type { KioskBridge, KioskEvent } from '../shared/api/kiosk/contract.ts'

/** Interface between a page and the main process. The commands are defined in `shared/api/kiosk/contract.ts`. */
const bridge: KioskBridge = {
  invoke: (method, input) => ipcRenderer.invoke('kiosk:invoke', method, input) as Promise<unknown>,
  subscribe(listener) {
    const receive = (_event: IpcRendererEvent, event: KioskEvent): void => listener(event)
    ipcRenderer.on('kiosk:event', receive)
    return () => void ipcRenderer.removeListener('kiosk:event', receive)
  },
}

contextBridge.exposeInMainWorld('kiosk', bridge)
