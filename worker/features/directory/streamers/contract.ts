import * as v from 'valibot'
import { PlatformPictureState } from '#worker/features/media/platform-pictures/contract.ts'
import { Platform } from '#worker/contracts/enumerations.ts'
import { StreamerId } from '#worker/contracts/ids.ts'
import { ContentLanguage } from '#worker/contracts/locale.ts'
import {
  createAdminPageSchema,
  adminDirectoryQueryEntries,
  pageQueryEntries,
  createPageSchema,
} from '#worker/contracts/pagination.ts'
import { ProfileBio, ProfileLinks } from '#worker/contracts/profile-links.ts'
import { AccountName, singleLineText, text } from '#worker/contracts/text.ts'
import { Instant } from '#worker/contracts/time.ts'
import { NextDate } from '#worker/features/events/contract.ts'
import { Period } from '#worker/features/directory/groups/contract.ts'
import { DecisionReasons } from '#worker/contracts/decision-reasons.ts'
import { PicturePath } from '#worker/features/media/uploads/contract.ts'

const StreamingAccountView = v.object({
  platform: Platform,
  name: v.string(),
  url: v.string(),
  is_verified: v.boolean(),
})

export const StreamerSummary = v.object({
  id: v.number(),
  display_name: v.string(),
  /** The handle: the first account's name. */
  name: v.string(),
  /** Name from the streamer's own profile. */
  streamer_name: v.string(),
  /** The YouTube handle. */
  url_name: v.nullable(v.string()),
  avatar_path: v.string(),
  language: v.nullable(ContentLanguage),
  followers: v.number(),
  /** On the platforms, where a source gave a number. */
  platform_followers: v.nullable(v.number()),
  accounts: v.array(StreamingAccountView),
  next: v.nullable(
    v.object({
      ...NextDate.entries,
      /** The event it is of, where that is on another's channel and the streamer takes part. */
      elsewhere: v.nullable(v.object({ slug: v.string(), channel: v.string() })),
    }),
  ),
})
export type StreamerSummary = v.InferOutput<typeof StreamerSummary>

export const StreamerView = v.object({
  ...StreamerSummary.entries,
  is_featured: v.boolean(),
  upcoming_events: v.number(),
  /** Four times as wide as high, below `/media/`; null: none. */
  banner_path: v.nullable(v.string()),
  /** Plain text with line breaks. */
  bio: v.nullable(v.string()),
  /** Addresses elsewhere, https only; none of an unverified streamer. */
  links: v.array(v.string()),
  /** Made by a member who has neither verified a channel nor takes part in an approved event. */
  is_unverified: v.boolean(),
  /** False: asked not to be listed, so that nothing is kept but what events say. */
  is_listed: v.boolean(),
})
export type StreamerView = v.InferOutput<typeof StreamerView>

const StreamerSort = v.picklist(['followers', 'name', 'random'])

export const StreamersQuery = v.object({
  ...pageQueryEntries,
  platform: v.optional(Platform),
  sort: v.optional(StreamerSort, 'followers'),
  /** Keeps a random order the same from page to page. */
  seed: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number), v.number()), '0'),
  q: v.optional(text(0, 100), ''),
})
export type StreamersQuery = v.InferOutput<typeof StreamersQuery>

export const StreamersPage = createPageSchema(StreamerSummary)
export const StreamerItems = v.object({ items: v.array(StreamerSummary) })

export const StreamerItemsQuery = v.object({ limit: pageQueryEntries.limit })

export const StreamerEventsQuery = v.object({
  ...pageQueryEntries,
  period: v.optional(Period, 'upcoming'),
})
export type StreamerEventsQuery = v.InferOutput<typeof StreamerEventsQuery>

export const StreamingAccountItem = v.object({ id: v.number(), ...StreamingAccountView.entries })

const ChannelProblem = v.variant('kind', [
  v.object({ kind: v.literal('unknown'), since: Instant }),
  v.object({ kind: v.literal('renamed'), new_name: v.string(), since: Instant }),
])

export const AdminStreamerAccount = v.object({
  ...StreamingAccountItem.entries,
  problem: v.nullable(ChannelProblem),
  platform_picture: PlatformPictureState,
})
export type AdminStreamerAccount = v.InferOutput<typeof AdminStreamerAccount>

export const AdminStreamer = v.object({
  id: v.number(),
  display_name: v.string(),
  language: v.nullable(ContentLanguage),
  /** Null: a picture is drawn. */
  avatar_path: v.nullable(v.string()),
  picture_path: v.string(),
  banner_path: v.nullable(v.string()),
  bio: v.nullable(v.string()),
  links: v.array(v.string()),
  is_featured: v.boolean(),
  is_listed: v.boolean(),
  /** The username of the member behind the profile. */
  member: v.nullable(v.string()),
  accounts: v.array(AdminStreamerAccount),
  followers: v.number(),
  /** In every state, past ones too. */
  events: v.number(),
  created_at: Instant,
})
export type AdminStreamer = v.InferOutput<typeof AdminStreamer>

/** `unlisted`: asked not to be listed. `name`: has proved no channel, and is called like the site, its staff or a known streamer. */
export const StreamerFilter = v.picklist([
  'all',
  'featured',
  'to_verify',
  'problem',
  'name',
  'unlisted',
])
export type StreamerFilter = v.InferOutput<typeof StreamerFilter>

export const AdminStreamersQuery = v.object({
  ...adminDirectoryQueryEntries,
  show: v.optional(StreamerFilter, 'all'),
})
export type AdminStreamersQuery = v.InferOutput<typeof AdminStreamersQuery>

export const AdminStreamersPage = createAdminPageSchema(AdminStreamer)

export const AccountInput = v.object({
  platform: Platform,
  name: AccountName,
})
export type AccountInput = v.InferOutput<typeof AccountInput>

export const StreamerInput = v.object({
  display_name: singleLineText(1, 80),
  language: v.optional(v.nullable(ContentLanguage), null),
  avatar_path: v.optional(v.nullable(PicturePath), null),
  /** Left out, it stays, like the two below. */
  banner_path: v.optional(v.nullable(PicturePath)),
  bio: v.optional(ProfileBio),
  links: v.optional(ProfileLinks),
})
export type StreamerInput = v.InferOutput<typeof StreamerInput>

/** Reasons are needed where it takes something off the page of a member. */
export const StreamerChangeInput = v.object({
  ...StreamerInput.entries,
  reasons: v.optional(DecisionReasons),
})
export type StreamerChangeInput = v.InferOutput<typeof StreamerChangeInput>

export const ChannelPictureInput = v.variant('is_shown', [
  v.object({ is_shown: v.literal(true) }),
  v.object({ is_shown: v.literal(false), ...DecisionReasons.entries }),
])
export type ChannelPictureInput = v.InferOutput<typeof ChannelPictureInput>

/** Their channel is what tells a new streamer from a namesake. */
export const NewStreamerInput = v.object({ ...StreamerInput.entries, account: AccountInput })
export type NewStreamerInput = v.InferOutput<typeof NewStreamerInput>

/** The new name as it was shown. */
export const RenameChannelInput = v.object({ name: AccountInput.entries.name })
export const VerifyAccountInput = v.object({ is_verified: v.boolean() })
export const FeatureStreamerInput = v.object({ is_featured: v.boolean() })

export const MergeStreamerInput = v.object({ into: StreamerId })
