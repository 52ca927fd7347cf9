import * as v from 'valibot'

/** What the address of a list asks for; where it cannot be read, all is as usual. */
export function readListQuery<const Query extends v.GenericSchema>(
  query: Query,
  { searchParams }: Pick<URL, 'searchParams'>,
): v.InferOutput<Query> {
  const asked = v.safeParse(query, Object.fromEntries(searchParams))
  return asked.success ? asked.output : v.parse(query, {})
}
