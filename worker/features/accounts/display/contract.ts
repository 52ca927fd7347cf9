import * as v from 'valibot'
import { Category, Platform } from '#worker/contracts/enumerations.ts'
import { ContentLanguage } from '#worker/contracts/locale.ts'
import { maxMutedChannels } from '#worker/contracts/muted-channels.ts'
import { singleLineText, StreamingAccountText } from '#worker/contracts/text.ts'

export const Density = v.picklist(['comfortable', 'compact'])
export type Density = v.InferOutput<typeof Density>

export const Motion = v.picklist(['system', 'reduced'])
export type Motion = v.InferOutput<typeof Motion>

const MutedChannel = v.object({
  platform: Platform,
  account: StreamingAccountText,
  /** Shown name when it was hidden. */
  name: v.optional(singleLineText(1, 80)),
})

export const MutedContent = v.object({
  categories: v.pipe(v.array(Category), v.maxLength(Category.options.length)),
  languages: v.pipe(v.array(ContentLanguage), v.maxLength(ContentLanguage.options.length)),
  channels: v.pipe(v.array(MutedChannel), v.maxLength(maxMutedChannels)),
  long_events: v.boolean(),
})
export type MutedContent = v.InferOutput<typeof MutedContent>
