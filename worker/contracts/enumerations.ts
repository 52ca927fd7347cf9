import * as v from 'valibot'
import { platformIds } from './platforms.ts'

export const Platform = v.picklist(platformIds)
export type Platform = v.InferOutput<typeof Platform>

export const Category = v.picklist([
  'charity',
  'speedrun',
  'esports',
  'award_show',
  'showcase',
  'variety',
  'talk_show',
  'sport',
  'music',
  'irl',
  'subathon',
  'convention',
  'science',
  'other',
])
export type Category = v.InferOutput<typeof Category>

export const Scope = v.picklist(['user', 'streamer', 'moderator', 'admin'])
export type Scope = v.InferOutput<typeof Scope>

export const AccountChange = v.picklist([
  'connection_changed',
  'passkey_added',
  'passkey_removed',
  'recovery_codes_created',
  'recovery_code_used',
])
export type AccountChange = v.InferOutput<typeof AccountChange>
