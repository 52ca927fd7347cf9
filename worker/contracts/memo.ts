/** Computes a value once per key. Cleared when it holds `most` values. */
export function createMemo<Made>(most: number): (key: string, make: () => Made) => Made {
  const known = new Map<string, Made>()
  return (key, make) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = make()
    if (known.size >= most) known.clear()
    known.set(key, made)
    return made
  }
}
