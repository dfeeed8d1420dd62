/**
 * Returns one metric in the Prometheus text exposition format 0.0.4. Each key of `values` is a result of `labels`, or
 * `''` for no labels.
 */
export function series(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  values: ReadonlyMap<string, number>,
): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...[...values].map(([key, value]) => `${name}${key} ${value}`),
  ]
}

export function gauge(name: string, help: string, value: number): string[] {
  return series(name, 'gauge', help, new Map([['', value]]))
}

export function labels(pairs: Readonly<Record<string, string>>): string {
  const escaped = (value: string): string =>
    value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
  return `{${Object.entries(pairs)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',')}}`
}
