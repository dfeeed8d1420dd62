/** Operators' pages of the project's documentation, by path. */
export const pages = import.meta.glob<string>('../../../docs/operating/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
