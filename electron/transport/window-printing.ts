import { messageOf } from '../../shared/errors.ts'
import type { WindowPrinting } from '../kiosk/ports/devices.ts'

export interface HiddenWindow {
  loadURL(url: string): Promise<void>
  destroy(): void
  readonly webContents: {
    getPrintersAsync(): Promise<readonly { readonly name: string }[]>
    print(options: SilentPrint, done: (success: boolean, reason: string) => void): void
  }
}

interface SilentPrint {
  readonly silent: true
  readonly printBackground: true
  readonly deviceName: string
  readonly margins: { readonly marginType: 'none' }
  /** Size of the page in micrometres. */
  readonly pageSize: { readonly width: number; readonly height: number }
}

/** Electron's errors before the job is sent: the queue does not exist, or its driver refuses the settings. */
const refusedBeforeSending: ReadonlySet<string> = new Set(['Invalid deviceName provided', 'Invalid printer settings'])

/** Prints from hidden windows, without a dialog and at the page's own size. */
export function createWindowPrinting(open: () => HiddenWindow): WindowPrinting {
  async function inWindow<T>(use: (window: HiddenWindow) => Promise<T>): Promise<T> {
    const window = open()
    try {
      return await use(window)
    } finally {
      window.destroy()
    }
  }

  return {
    queues: () =>
      inWindow(async ({ webContents }) => (await webContents.getPrintersAsync()).map((printer) => printer.name)),

    print: ({ queue, title, picture, widthMm, heightMm }) =>
      inWindow(async (window) => {
        try {
          await window.loadURL(pageOf(title, picture, widthMm, heightMm))
        } catch (error) {
          return { ok: false, sent: false, detail: messageOf(error) }
        }
        const micrometres = (millimetres: number): number => Math.round(millimetres * 1000)
        const options: SilentPrint = {
          silent: true,
          printBackground: true,
          deviceName: queue,
          margins: { marginType: 'none' },
          pageSize: { width: micrometres(widthMm), height: micrometres(heightMm) },
        }
        return new Promise((resolve) => {
          window.webContents.print(options, (success, reason) =>
            resolve(success ? { ok: true } : { ok: false, sent: !refusedBeforeSending.has(reason), detail: reason }),
          )
        })
      }),
  }
}

function pageOf(title: string, picture: Uint8Array, widthMm: number, heightMm: number): string {
  const size = `${widthMm.toFixed(2)}mm`
  const tall = `${heightMm.toFixed(2)}mm`
  const name = title.replace(/[<>&]/gu, ' ')
  const source = `data:image/png;base64,${Buffer.from(picture).toString('base64')}`
  const style = `@page{size:${size} ${tall};margin:0}html,body{margin:0}img{display:block;width:${size};height:calc(${tall} - .1mm)}`
  const page = `<!doctype html><title>${name}</title><style>${style}</style><img src="${source}">`
  return `data:text/html;charset=utf-8;base64,${Buffer.from(page).toString('base64')}`
}
