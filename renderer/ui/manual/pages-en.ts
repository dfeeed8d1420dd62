export const pages = import.meta.glob<string>('../../../docs/operating/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
