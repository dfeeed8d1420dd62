// The least that an Electron with a window can be: the kiosk's is as large.
import { app, BrowserWindow } from 'electron'

app.setPath('userData', process.argv[process.argv.indexOf('--data') + 1])
// Electron is not ready before its first module is: no `await`.
app.once('ready', () => void new BrowserWindow({ width: 1080, height: 1920 }).loadURL('about:blank'))
