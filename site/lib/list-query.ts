import * as v from 'valibot'

/** An invalid query gives the defaults of all parameters. */
export function readListQuery<const Query extends v.GenericSchema>(
  query: Query,
  { searchParams }: Pick<URL, 'searchParams'>,
): v.InferOutput<Query> {
  const asked = v.safeParse(query, Object.fromEntries(searchParams))
  return asked.success ? asked.output : v.parse(query, {})
}
