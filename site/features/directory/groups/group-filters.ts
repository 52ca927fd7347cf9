import * as v from 'valibot'
import { GroupEventsQuery, GroupsQuery } from '#worker/features/directory/groups/contract.ts'

type Entries = v.ObjectEntries

/** A page's own reading of its address: a value that means nothing is left out rather than refused. */
function readGood<const Schema extends v.ObjectSchema<Entries, undefined>>(
  schema: Schema,
  parameters: URLSearchParams,
  names: readonly (keyof Schema['entries'] & string)[],
): v.InferOutput<Schema> {
  const kept = names.flatMap((name) => {
    const value = parameters.get(name)
    return value && v.safeParse(schema, { [name]: value }).success ? [[name, value]] : []
  })
  return v.parse(schema, Object.fromEntries(kept))
}

export function readGroupFilters(parameters: URLSearchParams): GroupsQuery {
  return readGood(GroupsQuery, parameters, ['q', 'cursor'])
}

export function readGroupEventsFilters(parameters: URLSearchParams): GroupEventsQuery {
  return readGood(GroupEventsQuery, parameters, ['period', 'cursor'])
}
