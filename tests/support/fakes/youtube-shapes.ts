import type { FakeChannel } from './fake-channel.ts'

const iso = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z')

function thumbnailsOf(url: string | undefined) {
  return url === undefined ? {} : { thumbnails: { medium: { url, width: 240, height: 240 } } }
}

function channelOf({ id, name, title, followers, picture, hasHandle = true }: FakeChannel) {
  const handle = hasHandle ? { customUrl: `@${name.toLowerCase()}` } : {}
  return {
    kind: 'youtube#channel',
    etag: 'etag',
    id,
    snippet: { title, ...handle, ...thumbnailsOf(picture) },
    contentDetails: { relatedPlaylists: { likes: '', uploads: `UU${id}` } },
    statistics: { subscriberCount: String(followers), hiddenSubscriberCount: false },
  }
}

function announcementOf({ id: channelId, announced }: FakeChannel) {
  if (!announced) return []
  const { id, title, startAt, language, thumbnail } = announced
  return [
    {
      kind: 'youtube#video',
      id,
      snippet: {
        ...{ channelId, title, liveBroadcastContent: 'upcoming' },
        ...(language && { defaultAudioLanguage: language }),
        ...thumbnailsOf(thumbnail),
      },
      liveStreamingDetails: { scheduledStartTime: iso(startAt) },
    },
  ]
}

function videosOf({ id: channelId, live, recordings }: FakeChannel) {
  const over = recordings.map(({ id }) => ({
    kind: 'youtube#video',
    id,
    snippet: { channelId, title: 'A recording', liveBroadcastContent: 'none' },
    liveStreamingDetails: {
      actualStartTime: '2027-02-01T12:00:00Z',
      actualEndTime: '2027-02-01T14:00:00Z',
    },
  }))
  if (!live) return over
  const now = {
    kind: 'youtube#video',
    id: live.id,
    snippet: {
      ...{ channelId, title: live.title, liveBroadcastContent: 'live' },
      ...thumbnailsOf(live.thumbnail),
    },
    liveStreamingDetails: {
      actualStartTime: iso(live.since),
      scheduledStartTime: iso(live.since),
      concurrentViewers: String(live.viewers),
      activeLiveChatId: 'chat',
    },
  }
  return [now, ...over]
}

/** Without anything found, `items` is sometimes empty and sometimes missing. */
function page(kind: string, items: unknown[]) {
  const pageInfo = { totalResults: items.length, resultsPerPage: 50 }
  return { kind, etag: 'etag', pageInfo, ...(items.length > 0 ? { items } : {}) }
}

/** The Data API’s answer at a path, as its reference shows it. */
export function answerAsYoutube(
  { youtube }: { youtube: FakeChannel[] },
  path: string,
  query: URLSearchParams,
): unknown {
  const ids = query.get('id')?.split(',') ?? []
  switch (path) {
    case '/youtube/v3/channels': {
      const handle = query.get('forHandle')
      const isAsked = ({ id, name }: FakeChannel) =>
        ids.includes(id) || handle === `@${name.toLowerCase()}`
      return page('youtube#channelListResponse', youtube.filter(isAsked).map(channelOf))
    }
    case '/youtube/v3/playlistItems': {
      const channel = youtube.find(({ id }) => `UU${id}` === query.get('playlistId'))
      const videos = channel ? videosOf(channel) : []
      const items = videos.map(({ id }) => ({ contentDetails: { videoId: id } }))
      return page('youtube#playlistItemListResponse', items)
    }
    case '/youtube/v3/videos': {
      const videos = youtube
        .flatMap((channel) => [...videosOf(channel), ...announcementOf(channel)])
        .filter(({ id }) => ids.includes(id))
      return page('youtube#videoListResponse', videos)
    }
    default:
      throw new Error(`nobody should ask for ${path}`)
  }
}
