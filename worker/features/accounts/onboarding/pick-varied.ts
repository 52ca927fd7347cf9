type Candidate = {
  /** What it mostly plays, or null where nothing is known. */
  kind: string | null
}

/** A kind fills at most this share of a list while there is anything else to show. */
const largestShare = 1 / 4

/** The first candidates in their order; those of a kind that has its share come after all others. */
export function pickVaried<One extends Candidate>(
  candidates: readonly One[],
  limit: number,
): One[] {
  const most = Math.max(1, Math.floor(limit * largestShare))
  const counts = new Map<string, number>()
  const picked: One[] = []
  const surplus: One[] = []
  for (const one of candidates) {
    const count = one.kind === null ? 0 : (counts.get(one.kind) ?? 0)
    if (one.kind !== null) counts.set(one.kind, count + 1)
    if (count < most) picked.push(one)
    else surplus.push(one)
  }
  return [...picked, ...surplus].slice(0, limit)
}
