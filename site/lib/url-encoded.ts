import type { Form } from './api-calls.ts'

/** Holds exactly the given fields, as its type says. */
export function urlEncoded<Fields extends Record<string, string>>(
  fields: Fields,
): Form<Fields, URLSearchParams> {
  return new URLSearchParams(fields) as Form<Fields, URLSearchParams>
}
