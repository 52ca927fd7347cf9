import { List, type Statement } from './client.ts'

type ListStages<Context, Asked, Skeleton, Found, Kept, View> = {
  skeleton: (ctx: Context, asked: Asked) => Skeleton
  /** The rows of the skeleton, which the statements contain: one round trip for both. */
  hydrate: (skeleton: Skeleton) => readonly Statement<Found>[]
  /** Which of the rows are shown, and in which order, as far as the statements leave it open. */
  rules: (found: Found[], skeleton: Skeleton) => Kept
  present: (kept: Kept, skeleton: Skeleton) => View
}

export function defineList<Context, Asked, Skeleton, Found, Kept, View>({
  skeleton,
  hydrate,
  rules,
  present,
}: ListStages<Context, Asked, Skeleton, Found, Kept, View>): (
  ctx: Context,
  asked: Asked,
) => List<View> {
  return (ctx, asked) => {
    const place = skeleton(ctx, asked)
    return new List(hydrate(place), (found: Found[]) => present(rules(found, place), place))
  }
}
