/** The encoder of `qrcode` alone, without its file, canvas and PNG writers: a third of the import. */
declare module 'qrcode/lib/core/qrcode.js' {
  export { create } from 'qrcode'
}
