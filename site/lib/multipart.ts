import type { Form } from './api-calls.ts'

/** Holds exactly the given fields, as its type says. */
export function multipart<Fields extends Record<string, string | Blob>>(
  fields: Fields,
): Form<Fields, FormData> {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data as Form<Fields, FormData>
}
