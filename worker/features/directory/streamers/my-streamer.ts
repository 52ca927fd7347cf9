import { sql } from 'drizzle-orm'
import {
  read,
  write,
  writeInOrder,
  type Contributor,
  type Ctx,
  type Member,
} from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { a, s } from '#worker/db/aliases.ts'
import type { ResultOf } from '#worker/db/client.ts'
import { booleanSql, jsonRowList } from '#worker/db/row.ts'
import { streamers } from '#worker/db/schema/directory.ts'
import { first, prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { insert, update } from '#worker/db/writes.ts'
import { channelPictureState } from '#worker/features/media/generated-images/chosen-picture.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import { toNameKey } from '#worker/features/directory/names.ts'
import { AppError } from '#worker/api/errors.ts'
import {
  toChannelRowsSql,
  claimChannel,
  purgeClaimedStreamerCaches,
  selectClaims,
  selectConnectedChannels,
  streamerIdOfUser,
} from './claims.ts'
import { createDisplayNameError, planDisplayNameCheck } from './display-names.ts'
import {
  accountColumns,
  streamerAccountsFromClause,
  toAccount,
  findYoutubeUrlName,
} from './streamer-rows.ts'
import type { MyStreamerChange, MyStreamerInput, MyStreamerView } from './my-contract.ts'

export const selectOwnStreamer = prepare(({ userId }: Params<{ userId: UserId }>) =>
  selectFirst(
    {
      id: s.id,
      display_name: s.displayName,
      streamer_name: s.displayName,
      language: s.language,
      banner_path: s.bannerPath,
      bio: s.bio,
      links: s.links,
      is_listed: booleanSql(sql`${s.unlistedAt} is null`),
      accounts: jsonRowList(
        {
          id: a.id,
          ...accountColumns,
          platform_picture: channelPictureState(a.platform, a.nameKey),
        },
        streamerAccountsFromClause,
      ),
    },
    sql`from ${s} where ${s.userId} = ${userId}`,
  ),
)

export function toMyStreamer(row: ResultOf<ReturnType<typeof selectOwnStreamer>>): MyStreamerView {
  if (!row) return { streamer: null, items: [] }
  const { accounts, ...streamer } = row
  return {
    streamer: { ...streamer, url_name: findYoutubeUrlName(accounts) },
    items: accounts.map(({ id, platform_picture, ...account }) => ({
      id,
      ...toAccount(account),
      platform_picture,
    })),
  }
}

export async function getMyStreamer(ctx: Ctx<Member>): Promise<MyStreamerView> {
  const { own } = await read(ctx, { own: selectOwnStreamer(ctx.actor) })
  return toMyStreamer(own)
}

/** @throws AppError `streamer_exists`, `validation_failed` */
export async function createMyStreamer(
  ctx: Ctx<Contributor>,
  { display_name, language = null, banner_path, bio = '', links = [] }: MyStreamerInput,
): Promise<MyStreamerView> {
  const { userId } = ctx.actor
  const { known, channels } = await read(ctx, {
    known: selectOwnStreamer(ctx.actor),
    channels: selectConnectedChannels(ctx.actor),
  })
  if (known) throw new AppError('conflict', 'streamer_exists')
  const { claims } =
    channels.length === 0
      ? { claims: [] }
      : await read(ctx, { claims: selectClaims(toChannelRowsSql(channels)) })
  const nameKey = toNameKey(display_name)
  const claimed = JSON.stringify(claims.map(({ streamerId }) => streamerId))
  const plan = planDisplayNameCheck(ctx, display_name, sql`select value from json_each(${claimed})`)
  const { taken, created, own } = await writeInOrder(ctx, {
    taken: plan.taken,
    created: first(
      insert(
        streamers,
        {
          displayName: display_name,
          nameKey,
          language,
          bannerPath: banner_path,
          bio: bio || null,
          links,
          userId,
          createdAt: ctx.now,
        },
        {
          where: plan.isFree,
          onConflict: sql`(user_id) do nothing`,
          returning: { id: streamers.id },
        },
      ),
    ),
    own: selectOwnStreamer(ctx.actor),
    claims: claims.flatMap((claim) => claimChannel(ctx, userId, claim)),
  })
  if (!created && taken[0]?.length) throw createDisplayNameError(ctx, 'taken_name')
  if (!created) throw new AppError('conflict', 'streamer_exists')
  await purgeClaimedStreamerCaches(ctx, claims, created.id)
  return claims.length === 0 ? toMyStreamer(own) : getMyStreamer(ctx)
}

/** @throws AppError `no_streamer_profile`, `validation_failed` */
export async function changeMyStreamer(
  ctx: Ctx<Contributor>,
  { display_name, language, banner_path, bio, links }: MyStreamerChange,
): Promise<MyStreamerView> {
  const ownId = streamerIdOfUser(ctx.actor.userId)
  const plan = planDisplayNameCheck(ctx, display_name, ownId)
  const { taken, own } = await write(ctx, {
    taken: plan.taken,
    changed: update(
      streamers,
      {
        displayName: display_name ?? streamers.displayName,
        nameKey: display_name ? toNameKey(display_name) : streamers.nameKey,
        language: language === undefined ? streamers.language : language,
        bannerPath: banner_path,
        bio: bio === undefined ? streamers.bio : bio || null,
        links: links ?? streamers.links,
      },
      { where: sql`${streamers.userId} = ${ctx.actor.userId} and ${plan.isFree}` },
    ),
    own: selectOwnStreamer(ctx.actor),
  })
  if (!own) throw new AppError('conflict', 'no_streamer_profile')
  if (taken[0]?.length) throw createDisplayNameError(ctx, 'taken_name')
  await queuePurge(ctx, { type: 'streamer', id: own.id })
  return toMyStreamer(own)
}
