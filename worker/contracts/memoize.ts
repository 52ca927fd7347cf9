/** Remembers what `compute` made of the texts it saw, at most so many: then it begins anew. */
export function memoize<Found>(
  compute: (text: string) => Found,
  most: number,
): (text: string) => Found {
  const known = new Map<string, Found>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    if (known.size >= most) known.clear()
    const made = compute(text)
    known.set(text, made)
    return made
  }
}
