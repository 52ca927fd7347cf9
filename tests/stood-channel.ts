/** A channel as both platforms know channels: what differs between them is in their shapes. */
export type StoodChannel = {
  id: string
  /** Login or handle. */
  name: string
  title: string
  followers: number
  /** What is on air there. */
  live?: StoodBroadcast | undefined
  /** What was. */
  recordings: { id: string; streamId: string }[]
}
export type StoodBroadcast = { id: string; title: string; viewers: number; since: number }

export function stoodChannel(name: string, facts: Partial<StoodChannel> = {}): StoodChannel {
  return {
    id: `id-${name}`,
    name,
    title: name.toUpperCase(),
    followers: 0,
    recordings: [],
    ...facts,
  }
}
