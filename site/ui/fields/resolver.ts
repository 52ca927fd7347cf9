import { toNestErrors } from '@hookform/resolvers'
import type { FieldError, FieldValues, Resolver } from 'react-hook-form'
import * as v from 'valibot'
import type { Locale } from '#worker/contracts/locale.ts'
import { validationText } from '#worker/api/validation-texts.ts'

export function collectValidationErrors(
  schema: v.GenericSchema,
  values: unknown,
  locale: Locale,
): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const issue of v.safeParse(schema, values).issues ?? []) {
    faults[v.getDotPath(issue) ?? ''] ??= validationText(issue, locale)
  }
  return faults
}

export function createResolver<Values extends FieldValues>(
  findFaults: (values: Values) => Record<string, string>,
): Resolver<Values> {
  return (values, _context, options) => {
    const faults = Object.entries(findFaults(values))
    if (faults.length === 0) return { values, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const [path, message] of faults) errors[path] = { type: 'validation', message }
    return { values: {}, errors: toNestErrors(errors, options) }
  }
}
