import { atom } from 'nanostores'
import { ApiError, type Api } from '#site/lib/api.ts'
import { failureText } from '#site/lib/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import { parseYoutubeVideoId, youtubeVideoUrl } from '#worker/contracts/video-links.ts'
import type { VideoView } from '#worker/features/moderation/proposals/videos/contract.ts'
import type { Draft } from './draft.ts'
import { toLocalDateTime } from './local-time.ts'
import { suggestEnd } from './suggested-end.ts'

export type VideoLookupState =
  | { state: 'none' }
  | { state: 'looking' }
  | { state: 'found'; video: VideoView }
  | { state: 'failed'; text: string }

const timeFields = ['start_date', 'start_time', 'end_date', 'end_time'] as const
const nothing: VideoLookupState = { state: 'none' }

function lookupFailureText(error: unknown): string {
  const isAboutVideo = error instanceof ApiError && error.code === 'video_not_found'
  const isAboutPerson = error instanceof ApiError && error.status < 500 && error.status !== 404
  return isAboutVideo || isAboutPerson ? failureText(error) : m.propose_video_unread()
}

/** Only the answer to the last link counts. */
export function createVideoLookup(api: Pick<Api, 'post'>) {
  const $lookup = atom<VideoLookupState>(nothing)
  let latest: string | undefined

  async function look(link: string): Promise<VideoView | undefined> {
    const id = parseYoutubeVideoId(link)
    if (id === latest) return undefined
    latest = id
    $lookup.set(id ? { state: 'looking' } : nothing)
    if (!id) return undefined
    try {
      const video = await api.post('users/me/video_lookups', { body: { url: youtubeVideoUrl(id) } })
      if (id !== latest) return undefined
      $lookup.set({ state: 'found', video })
      return video
    } catch (error) {
      if (id !== latest) return undefined
      // A retry of this link is allowed.
      latest = undefined
      $lookup.set({ state: 'failed', text: lookupFailureText(error) })
      return undefined
    }
  }

  return { $lookup, look }
}

export type VideoLookup = ReturnType<typeof createVideoLookup>

/** Replaces what an earlier video `filled`, never what the person typed. */
export function toDraftFields(
  video: VideoView,
  draft: Draft,
  filled: Partial<Draft> = {},
): Partial<Draft> {
  const { platform, streaming_account_name, name, language, start, url } = video
  const isFree = (field: keyof Draft) => draft[field] === '' || draft[field] === filled[field]
  const answered: Partial<Draft> = { platform, streaming_account_name }
  if (name && isFree('name')) answered.name = name
  if (language) answered.language = language
  if (isFree('proof_url')) answered.proof_url = url
  const isTimeFree = timeFields.every(isFree)
  if (start === null || draft.time_certainty !== 'exact' || !isTimeFree) return answered
  const { date, time } = toLocalDateTime(Date.parse(start), draft.timezone)
  const times = { start_date: date, start_time: time }
  return { ...answered, ...times, ...suggestEnd({ ...draft, ...times }) }
}
