/** Operators' pages as they stand in the project, by path. */
export const pages = import.meta.glob<string>('../../../docs/operating/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
