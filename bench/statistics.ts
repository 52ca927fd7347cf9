/** 0 without values. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0]
  return below + (above - below) * (at - Math.floor(at))
}

export function median(values: number[]): number {
  return quantile(values, 0.5)
}
