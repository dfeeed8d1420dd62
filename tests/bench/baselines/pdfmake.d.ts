/** Types for the parts of pdfmake 0.3 that the benchmark uses, because it has no types of its own. */
declare module 'pdfmake' {
  interface PdfMake {
    setFonts(fonts: Readonly<Record<string, { readonly normal: string }>>): void
    setUrlAccessPolicy(allows: (url: string) => boolean): void
    setLocalAccessPolicy(allows: (path: string) => boolean): void
    createPdf(definition: object): { getBuffer(): Promise<Uint8Array> }
  }
  const pdfMake: PdfMake
  export default pdfMake
}
