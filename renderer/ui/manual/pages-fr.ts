export const pages = import.meta.glob<string>('../../../docs/fr/operating/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
