import type { FakeChannel } from './fake-channel.ts'

const iso = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z')

const defaultPicture =
  'https://static-cdn.jtvnw.net/user-default-pictures-uv/a-profile_image-300x300.png'

function userOf({ id, name, title, picture }: FakeChannel) {
  return {
    id,
    login: name.toLowerCase(),
    display_name: title,
    type: '',
    broadcaster_type: 'partner',
    description: 'Speedruns and charity marathons.',
    profile_image_url: picture ?? defaultPicture,
    offline_image_url: '',
    view_count: 0,
    created_at: '2016-12-14T20:32:28Z',
  }
}

function streamOf({ id, name, title, live }: FakeChannel) {
  if (!live) return []
  return [
    {
      id: live.id,
      user_id: id,
      user_login: name.toLowerCase(),
      user_name: title,
      game_id: '509658',
      game_name: 'Just Chatting',
      type: 'live',
      title: live.title,
      tags: ['English'],
      viewer_count: live.viewers,
      started_at: iso(live.since),
      language: 'en',
      thumbnail_url: 'https://static-cdn.jtvnw.net/previews-ttv/a-{width}x{height}.jpg',
      tag_ids: [],
      is_mature: false,
    },
  ]
}

function videoOf({ id, streamId }: FakeChannel['recordings'][number], channel: FakeChannel) {
  return {
    id,
    stream_id: streamId,
    user_id: channel.id,
    user_login: channel.name.toLowerCase(),
    user_name: channel.title,
    title: 'A recording',
    description: '',
    created_at: '2027-03-01T12:00:00Z',
    published_at: '2027-03-01T12:00:00Z',
    url: `https://www.twitch.tv/videos/${id}`,
    thumbnail_url: '',
    viewable: 'public',
    view_count: 10,
    language: 'en',
    type: 'archive',
    duration: '3h21m33s',
    muted_segments: null,
  }
}

export type FakeGame = { id: string; name: string; boxArt: string }

type Helix = { twitch: FakeChannel[]; games: FakeGame[]; streamsPerPage: number }

/** Helix’s answer at a path, as its reference shows it. */
export function answerAsHelix(
  { twitch, games, streamsPerPage }: Helix,
  path: string,
  query: URLSearchParams,
): unknown {
  switch (path) {
    case '/helix/users': {
      const asked = [...query.getAll('id'), ...query.getAll('login')]
      const isAsked = ({ id, name }: FakeChannel) =>
        query.getAll('id').includes(id) || query.getAll('login').includes(name.toLowerCase())
      return asked.length > 100 ? { data: [] } : { data: twitch.filter(isAsked).map(userOf) }
    }
    case '/helix/streams': {
      const ids = query.getAll('user_id')
      const live = twitch.filter(({ id }) => ids.includes(id)).flatMap(streamOf)
      const from = Number(query.get('after'))
      const most = Math.min(Number(query.get('first')), streamsPerPage)
      const data = live.slice(from, from + most)
      // There is a cursor behind the last page too; what it leads to is empty.
      return { data, pagination: data.length > 0 ? { cursor: String(from + most) } : {} }
    }
    case '/helix/games': {
      const isAsked = ({ id, name }: FakeGame) =>
        query.getAll('id').includes(id) || query.getAll('name').includes(name)
      const data = games.filter(isAsked).map(({ id, name, boxArt }) => {
        return { id, name, box_art_url: boxArt, igdb_id: '' }
      })
      return { data }
    }
    case '/helix/channels/followers': {
      const channel = twitch.find(({ id }) => id === query.get('broadcaster_id'))
      return { total: channel?.followers ?? 0, data: [], pagination: {} }
    }
    case '/helix/videos': {
      const channel = twitch.find(({ id }) => id === query.get('user_id'))
      const data = channel?.recordings.map((one) => videoOf(one, channel)) ?? []
      return { data, pagination: {} }
    }
    default:
      throw new Error(`nobody should ask for ${path}`)
  }
}
