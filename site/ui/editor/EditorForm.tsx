import type { ReactNode } from 'react'
import { FormProvider, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { useIsHydrated } from '#site/ui/fields/use-validated-form.ts'
import type { Pane } from './PaneTabs.tsx'

type Props<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  pane: Pane
  onSave: () => void
  children: ReactNode
}

/** The form of an editor: its bar, its fields and the preview beside them. */
export function EditorForm<Values extends FieldValues>(props: Props<Values>) {
  const { form, pane, onSave, children } = props
  const isHydrated = useIsHydrated()
  return (
    <FormProvider {...form}>
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSave()
        }}
      >
        <fieldset className="editor" disabled={!isHydrated} data-pane={pane}>
          {children}
        </fieldset>
      </form>
    </FormProvider>
  )
}
