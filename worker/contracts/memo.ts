/** What was made for each key, once; at most so many: then it begins anew. */
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
