import * as v from 'valibot'

/** An invalid query gives the defaults of all parameters. */
export function readListQuery<const Query extends v.GenericSchema>(
  query: Query,
  { searchParams }: Pick<URL, 'searchParams'>,
): v.InferOutput<Query> {
  const parsed = v.safeParse(query, Object.fromEntries(searchParams))
  return parsed.success ? parsed.output : v.parse(query, {})
}
