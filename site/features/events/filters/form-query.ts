/** No empty values; the reader's zone where days are named; in the order of links. */
export function toFormQuery(values: Iterable<readonly [string, unknown]>, zone: string): string {
  const query = new URLSearchParams()
  for (const [name, value] of values) {
    if (value && name !== 'tz') query.append(name, String(value))
  }
  if (['range', 'from', 'to'].some((name) => query.has(name))) query.set('tz', zone)
  query.sort()
  return query.toString()
}
