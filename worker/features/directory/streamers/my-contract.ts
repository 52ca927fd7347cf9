import * as v from 'valibot'
import { PicturePath } from '#worker/features/media/uploads/contract.ts'
import { PlatformPictureState } from '#worker/features/media/platform-pictures/contract.ts'
import { Platform } from '#worker/contracts/enumerations.ts'
import { platformIds, platforms } from '#worker/contracts/platforms.ts'
import { ContentLanguage } from '#worker/contracts/locale.ts'
import { ProfileBio, ProfileLinks } from '#worker/contracts/profile-links.ts'
import { singleLineText, StreamingAccountText } from '#worker/contracts/text.ts'

const Profile = {
  display_name: singleLineText(2, 60),
  /** Null takes the language back. */
  language: v.optional(v.nullable(ContentLanguage)),
  banner_path: v.optional(v.nullable(PicturePath)),
  bio: v.optional(ProfileBio),
  links: v.optional(ProfileLinks),
}

export const MyStreamerInput = v.object(Profile)
export type MyStreamerInput = v.InferOutput<typeof MyStreamerInput>

export const MyStreamerChange = v.partial(v.object(Profile))
export type MyStreamerChange = v.InferOutput<typeof MyStreamerChange>

/** A channel’s name, or its address as a browser copies it. */
function channelNameSchema(platform: Platform) {
  const { hosts, accountPattern } = platforms[platform]
  const address = new RegExp(
    `^(?:https?://)?(?:www\\.|m\\.)?${hosts[0]}/(@?[^/?#]+)/?(?:[?#].*)?$`,
    'i',
  )
  return v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(`${platform}_name_required`),
    v.transform((text) => address.exec(text)?.[1] ?? text),
    StreamingAccountText,
    v.regex(accountPattern, 'account_name'),
  )
}

export const StreamingAccountInput = v.variant(
  'platform',
  platformIds.map((platform) =>
    v.object({ platform: v.literal(platform), name: channelNameSchema(platform) }),
  ),
)
export type StreamingAccountInput = v.InferOutput<typeof StreamingAccountInput>

const MyStreamingAccount = v.object({
  id: v.number(),
  platform: Platform,
  name: v.string(),
  url: v.string(),
  is_verified: v.boolean(),
  platform_picture: PlatformPictureState,
})

export const MyStreamerView = v.object({
  streamer: v.nullable(
    v.object({
      id: v.number(),
      display_name: v.string(),
      streamer_name: v.string(),
      url_name: v.nullable(v.string()),
      language: v.nullable(ContentLanguage),
      /** Below `/media/`. */
      banner_path: v.nullable(v.string()),
      bio: v.nullable(v.string()),
      links: v.array(v.string()),
      /** False: asked not to be listed. */
      is_listed: v.boolean(),
    }),
  ),
  items: v.array(MyStreamingAccount),
})
export type MyStreamerView = v.InferOutput<typeof MyStreamerView>
