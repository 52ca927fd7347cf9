import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { PictureField } from '#site/features/media/PictureField.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { TextArea, TextField } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { showSuccess } from '#site/ui/toasts/toasts.ts'
import { m } from '#site/lib/messages.ts'
import { GameInput, type AdminGame } from '#worker/features/directory/games/contract.ts'
import type { GamesStore } from './games.store.ts'

type Props = {
  store: GamesStore
  /** Undefined: a new one. */
  game: AdminGame | undefined
  onClose: () => void
}

export function GameDialog({ store, game, onClose }: Props) {
  const form = useValidatedForm<GameInput>({
    schema: GameInput,
    defaults: {
      name: game?.name ?? '',
      description: game?.description ?? '',
      is_game: game?.is_game ?? true,
      thumbnail_path: game?.thumbnail_path ?? null,
    },
    fieldOfCode: { game_name_taken: 'name' },
    async send(input) {
      await (game ? store.change(game.id, input) : store.create(input))
      showSuccess(m.admin_saved({ name: input.name }))
      onClose()
    },
  })
  const { fieldOf, pictureOf, setValue, watch } = form
  const title = game ? m.admin_games_edit({ name: game.name }) : m.admin_games_create()
  return (
    <FormDialog {...{ title, form, onClose }}>
      <TextField label={m.admin_games_name()} {...fieldOf('name')} required />
      <TextArea label={m.admin_games_about()} {...fieldOf('description')} rows={5} />
      <Switch
        label={m.admin_games_is_game()}
        hint={m.admin_games_is_game_hint()}
        isOn={watch('is_game') ?? true}
        onTurn={(isOn) => setValue('is_game', isOn, { shouldDirty: true })}
      />
      <PictureField label={m.admin_games_picture()} {...pictureOf('thumbnail_path')} />
    </FormDialog>
  )
}
