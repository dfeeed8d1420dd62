/** A page of the manuals as it is shown on a screen and printed: what it says, and nothing of how it looks. */
export interface ManualPage {
  /** The words of its first heading. */
  readonly title: string
  readonly blocks: readonly Block[]
}

export type Block =
  | { readonly type: 'heading'; readonly level: number; readonly anchor: string; readonly content: Content }
  | { readonly type: 'paragraph'; readonly content: Content }
  | { readonly type: 'picture'; readonly target: string; readonly about: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'list'; readonly first: number | null; readonly items: readonly (readonly Block[])[] }
  | { readonly type: 'table'; readonly head: readonly Content[]; readonly rows: readonly (readonly Content[])[] }

export type Content = readonly Inline[]

export type Inline =
  | { readonly type: 'text' | 'code'; readonly text: string }
  | { readonly type: 'strong' | 'emphasis'; readonly content: Content }
  /** `target` as it is written: beside this page, with its anchor, or an address of the web. */
  | { readonly type: 'link'; readonly target: string; readonly content: Content }

/** The words of a line, without its marks. */
export function wordsOf(content: Content): string {
  return content.map((inline) => ('content' in inline ? wordsOf(inline.content) : inline.text)).join('')
}
