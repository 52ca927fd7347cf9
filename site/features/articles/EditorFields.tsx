import { useStore } from '@nanostores/react'
import { useFormContext } from 'react-hook-form'
import { Field } from '#site/ui/fields/Field.tsx'
import { languageChoices } from '#site/lib/labels.ts'
import { PictureField } from '#site/features/media/PictureField.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { TextArea, TextField } from '#site/ui/fields/TextField.tsx'
import type { FieldProps } from '#site/ui/fields/use-validated-form.ts'
import { m } from '#site/lib/messages.ts'
import type { ArticleValues } from './article-form.ts'
import type { ArticleEditorStore } from './editor.store.ts'
import { MarkdownField } from './MarkdownField.tsx'

type Props = {
  editor: ArticleEditorStore
  fieldOf: (name: keyof ArticleValues) => FieldProps
  errorOf: (name: keyof ArticleValues) => string | undefined
}

export function EditorFields({ editor, fieldOf, errorOf }: Props) {
  const { watch, setValue } = useFormContext<ArticleValues>()
  return (
    <div className="editor-fields stack">
      <TextField
        label={m.editor_title()}
        {...fieldOf('title')}
        className="editor-title"
        maxLength={150}
        required
      />
      <MarkdownField error={errorOf('markdown')} />
      <TextArea
        label={m.editor_excerpt()}
        hint={m.editor_excerpt_hint()}
        {...fieldOf('excerpt')}
        className="editor-excerpt"
        maxLength={300}
        rows={2}
      />
      <div className="admin-pair">
        <SelectField
          label={m.articles_admin_language()}
          none={m.articles_admin_no_language()}
          choices={languageChoices()}
          field={fieldOf('language').field}
        />
        <SlugField editor={editor} error={errorOf('slug')} />
      </div>
      <TextField
        label={m.field_paid_by()}
        hint={m.field_paid_by_hint()}
        {...fieldOf('paid_by')}
        maxLength={80}
      />
      <PictureField
        label={m.editor_cover()}
        path={watch('cover_path')}
        error={errorOf('cover_path')}
        onPath={(path) => setValue('cover_path', path, { shouldDirty: true })}
      />
    </div>
  )
}

function SlugField({ editor, error }: { editor: ArticleEditorStore; error: string | undefined }) {
  const { register } = useFormContext<ArticleValues>()
  const article = useStore(editor.$article)
  const isFixed = article?.published_at != null
  return (
    <Field
      label={m.editor_slug()}
      hint={isFixed ? m.editor_slug_fixed() : m.editor_slug_hint()}
      error={error}
    >
      {(control) =>
        isFixed ? (
          <input {...control} className="input" value={article.slug} readOnly />
        ) : (
          <input
            {...control}
            {...register('slug')}
            className="input"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={80}
            placeholder={article?.slug}
          />
        )
      }
    </Field>
  )
}
