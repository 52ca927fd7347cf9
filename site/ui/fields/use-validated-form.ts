import { useEffect, useState } from 'react'
import {
  useForm,
  type FieldValues,
  type Path,
  type PathValue,
  type RegisterOptions,
  type UseFormRegister,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form'
import type * as v from 'valibot'
import { m } from '#site/lib/messages.ts'
import { ApiError } from '#site/lib/api.ts'
import { paths } from '#site/lib/paths.ts'
import { onSessionEvent } from '#site/lib/session/session-events.ts'
import { openStorage } from '#site/lib/storage.ts'
import type { FieldError } from '#worker/contracts/errors.ts'
import { getLocale } from '#messages/runtime'
import { failureText } from '#site/lib/failure-text.ts'
import { createFormDraftStorage } from './form-draft-storage.ts'
import { collectValidationErrors, createResolver } from './resolver.ts'
import { showDraftRestored } from '../toasts/toasts.ts'
import { useIsHydrated, usePreHydrationInput } from '#site/lib/rendering/hydration.ts'

export const errorDelayMs = 300

export type FieldProps = { field: UseFormRegisterReturn; error: string | undefined }

type ValidatedFormOptions<Values> = {
  schema: v.GenericSchema
  send: (values: Values) => Promise<void>
  /** Shown above the form when the server gives no better text. */
  fallback?: () => string
  defaults?: Values
  /** The field that a refusal is about, by its code. */
  fieldOfCode?: Record<string, Path<Values>>
  /** For an address, which is wrong until it is complete. */
  isCheckedOnBlur?: boolean
}

export function useValidatedForm<Values extends FieldValues>(
  options: ValidatedFormOptions<Values>,
) {
  const { schema, send, fallback = m.unexpected_error, defaults, fieldOfCode = {} } = options
  const [failure, setFailure] = useState('')
  const isHydrated = useIsHydrated()
  const form = useForm<Values>({
    mode: options.isCheckedOnBlur ? 'onTouched' : 'onChange',
    delayError: errorDelayMs,
    resolver: createResolver((values) => collectValidationErrors(schema, values, getLocale())),
    // Without defaults the fields keep what the person or browser put there before hydration.
    ...(defaults ? { values: defaults } : {}),
  })
  const { errors, isSubmitting, isDirty } = form.formState
  useFormDraft(form, isDirty)
  const meet = usePreHydrationInput(form)

  function faultsIn(error: ApiError): FieldError[] {
    const path = fieldOfCode[error.code]
    return path ? [{ path, msg: error.msg }] : error.fieldErrors
  }

  function refuse(error: unknown): void {
    const faults = error instanceof ApiError ? faultsIn(error) : []
    const known = faults.filter(({ path }) => Object.hasOwn(form.getValues(), path))
    for (const [index, { path, msg }] of known.entries()) {
      form.setError(path as Path<Values>, { type: 'server', message: msg }, { shouldFocus: !index })
    }
    if (known.length === 0) setFailure(failureText(error, fallback))
  }

  const submit = form.handleSubmit(async (values) => {
    setFailure('')
    await send(values).catch(refuse)
  })

  /** Texts stand in the server's HTML already, so that no field fills up late. */
  const register: UseFormRegister<Values> = (name, options) => {
    const text: unknown = defaults?.[name]
    const field = form.register(name, options)
    if (typeof text !== 'string') return field
    const ref = (element: unknown) => {
      meet(name, element)
      field.ref(element)
    }
    return { ...field, ref, defaultValue: text }
  }

  function errorOf(name: Path<Values>): string | undefined {
    const error = errors[name]
    return typeof error?.message === 'string' ? error.message : undefined
  }

  return {
    ...form,
    register,
    submit,
    failure,
    isBusy: !isHydrated || isSubmitting,
    isSending: isSubmitting,
    errorOf,
    /** For `<TextField label={…} {...fieldOf('name')} />`. */
    fieldOf: <Name extends Path<Values>>(
      name: Name,
      options?: RegisterOptions<Values, Name>,
    ): FieldProps => ({ field: register(name, options), error: errorOf(name) }),
    /** For `<PictureField label={…} {...pictureOf('cover_path')} />`: the field holds a path or null. */
    pictureOf: (name: Path<Values>) => ({ error: errorOf(name), ...bindPath(form, name) }),
  }
}

function bindPath<Values extends FieldValues>(form: UseFormReturn<Values>, name: Path<Values>) {
  return {
    path: (form.watch(name) ?? null) as string | null,
    onPath(path: string | null) {
      form.setValue(name, path as PathValue<Values, Path<Values>>, { shouldDirty: true })
    },
  }
}

/** A session that ends leads to login; what was typed meanwhile stands there again on return. */
function useFormDraft<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  isDirty: boolean,
): void {
  useEffect(() => {
    const { getValues, setValue } = form
    const names = Object.keys(getValues())
    const storage = openStorage('sessionStorage')
    // Login may lead back to it in another language; the query says which one a form is about.
    const here = () => paths.inLocale('en', location.pathname) + location.search
    const keptHere = () => createFormDraftStorage({ storage, path: here(), names })
    const typedEntries = Object.entries(keptHere().take())
    if (typedEntries.length > 0) showDraftRestored()
    for (const [name, value] of typedEntries) {
      setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, {
        shouldDirty: true,
      })
    }
    return onSessionEvent('ended', () => {
      if (isDirty) keptHere().keep(getValues())
    })
  }, [form, isDirty])
}
