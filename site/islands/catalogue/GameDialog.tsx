import { DialogFoot } from '#site/islands/admin/DialogFoot.tsx'
import { Dialog } from '#site/islands/forms/Dialog.tsx'
import { Failure } from '#site/islands/forms/Failure.tsx'
import { Field } from '#site/islands/forms/Field.tsx'
import { PictureField } from '#site/islands/forms/PictureField.tsx'
import { SubmitButton } from '#site/islands/forms/SubmitButton.tsx'
import { useCheckedForm } from '#site/islands/forms/use-checked-form.ts'
import { m } from '#site/lib/messages.ts'
import { GameInput, type CatalogueGame } from '#worker/features/games/contract.ts'

type Props = {
  /** Undefined: a new one. */
  game: CatalogueGame | undefined
  onSave: (input: GameInput) => Promise<void>
  onClose: () => void
}

export function GameDialog({ game, onSave, onClose }: Props) {
  const form = useCheckedForm<GameInput>({
    schema: GameInput,
    defaults: {
      name: game?.name ?? '',
      description: game?.description ?? '',
      thumbnail_path: game?.thumbnail_path ?? null,
    },
    fieldOfCode: { game_name_taken: 'name' },
    async send(input) {
      await onSave(input)
      onClose()
    },
  })
  const { register, submit, errorOf, failure, isBusy, isSending, setValue, watch } = form
  const title = game ? m.admin_games_edit({ name: game.name }) : m.admin_games_create()
  return (
    <Dialog title={title} onClose={onClose}>
      <form method="post" className="stack" noValidate onSubmit={submit}>
        <Failure text={failure} />
        <Field label={m.admin_games_name()} error={errorOf('name')}>
          {(control) => (
            <input
              {...control}
              {...register('name')}
              className="input"
              autoComplete="off"
              required
            />
          )}
        </Field>
        <Field label={m.admin_games_about()} error={errorOf('description')}>
          {(control) => (
            <textarea {...control} {...register('description')} className="textarea" rows={5} />
          )}
        </Field>
        <PictureField
          label={m.admin_games_picture()}
          path={watch('thumbnail_path')}
          error={errorOf('thumbnail_path')}
          onPath={(path) => setValue('thumbnail_path', path, { shouldDirty: true })}
        />
        <DialogFoot onClose={onClose}>
          <SubmitButton isBusy={isBusy} isSending={isSending}>
            {m.save()}
          </SubmitButton>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
