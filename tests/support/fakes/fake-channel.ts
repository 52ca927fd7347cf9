/** A channel as both platforms know channels: what differs between them is in their shapes. */
export type FakeChannel = {
  id: string
  /** Login or handle. */
  name: string
  title: string
  followers: number
  /** Where the platform has its picture; without one it has the default. */
  picture?: string | undefined
  live?: FakeBroadcast | undefined
  announced?: { id: string; title: string; startAt: number; language?: string; thumbnail?: string }
  /** Default: true. */
  hasHandle?: boolean
  recordings: { id: string; streamId: string }[]
}
export type FakeBroadcast = {
  id: string
  title: string
  viewers: number
  since: number
  thumbnail?: string
}

export function fakeChannel(name: string, facts: Partial<FakeChannel> = {}): FakeChannel {
  return {
    id: `id-${name}`,
    name,
    title: name.toUpperCase(),
    followers: 0,
    recordings: [],
    ...facts,
  }
}
