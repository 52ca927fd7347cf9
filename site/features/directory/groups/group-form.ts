import * as v from 'valibot'
import { Category } from '#worker/contracts/enumerations.ts'
import { ContentLanguage } from '#worker/contracts/locale.ts'
import { text } from '#worker/contracts/text.ts'
import { GroupInput, type AdminGroup } from '#worker/features/directory/groups/contract.ts'

export const GroupForm = v.pipe(
  v.object({
    name: GroupInput.entries.name,
    description: GroupInput.entries.description,
    language_code: v.union([v.literal(''), ContentLanguage]),
    category: v.union([v.literal(''), Category]),
    game_id: v.nullable(v.number()),
    game_name: v.string(),
    venue: text(0, 200),
    thumbnail_path: v.nullable(v.string()),
  }),
  v.forward(
    v.check(
      ({ game_id, game_name }) => game_id !== null || game_name.trim() === '',
      'unknown_game',
    ),
    ['game_name'],
  ),
)
/** An empty choice is none. */
export type GroupValues = v.InferInput<typeof GroupForm>

const empty: GroupValues = {
  name: '',
  description: '',
  language_code: '',
  category: '',
  game_id: null,
  game_name: '',
  venue: '',
  thumbnail_path: null,
}

export function toFormValues(group: AdminGroup | undefined): GroupValues {
  if (!group) return empty
  const { name, description, language_code, category, game, venue, thumbnail_path } = group
  return {
    name,
    description,
    language_code: language_code ?? '',
    category: category ?? '',
    game_id: game?.id ?? null,
    game_name: game?.name ?? '',
    venue: venue ?? '',
    thumbnail_path,
  }
}

export type GroupBody = v.InferInput<typeof GroupInput>

export function toGroupBody({ game_name: _, ...values }: GroupValues): GroupBody {
  return {
    ...values,
    language_code: values.language_code || null,
    category: values.category || null,
    venue: values.venue.trim() || null,
  }
}
