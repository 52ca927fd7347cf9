import { useStore } from '@nanostores/react'
import { useFormContext } from 'react-hook-form'
import { Field } from '#site/ui/fields/Field.tsx'
import { languageChoices } from '#site/lib/labels.ts'
import { PictureField } from '#site/features/media/PictureField.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { m } from '#site/lib/messages.ts'
import type { ArticleValues } from './article-form.ts'
import type { ArticleEditorStore } from './editor.store.ts'
import { MarkdownField } from './MarkdownField.tsx'

type Props = {
  editor: ArticleEditorStore
  errorOf: (name: keyof ArticleValues) => string | undefined
}

export function EditorFields({ editor, errorOf }: Props) {
  const { register, watch, setValue } = useFormContext<ArticleValues>()
  return (
    <div className="editor-fields stack">
      <Field label={m.editor_title()} error={errorOf('title')}>
        {(control) => (
          <input
            {...control}
            {...register('title')}
            className="input editor-title"
            autoComplete="off"
            maxLength={150}
            required
          />
        )}
      </Field>
      <MarkdownField error={errorOf('markdown')} />
      <Field label={m.editor_excerpt()} hint={m.editor_excerpt_hint()} error={errorOf('excerpt')}>
        {(control) => (
          <textarea
            {...control}
            {...register('excerpt')}
            className="textarea editor-excerpt"
            maxLength={300}
            rows={2}
          />
        )}
      </Field>
      <div className="admin-pair">
        <SelectField
          label={m.articles_admin_language()}
          none={m.articles_admin_no_language()}
          choices={languageChoices()}
          field={register('language')}
        />
        <SlugField editor={editor} error={errorOf('slug')} />
      </div>
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
