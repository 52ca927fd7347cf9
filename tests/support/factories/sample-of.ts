import type * as v from 'valibot'

type Shape = {
  type: string
  entries?: Record<string, Shape>
  options?: readonly unknown[]
  wrapped?: Shape
  item?: Shape
  literal?: unknown
}

const makers: Record<string, (schema: Shape) => unknown> = {
  object: ({ entries = {} }) =>
    Object.fromEntries(Object.entries(entries).map(([key, of]) => [key, sample(of)])),
  union: ({ options = [] }) => sample(options[0] as Shape),
  variant: ({ options = [] }) => sample(options[0] as Shape),
  picklist: ({ options = [] }) => options[0],
  literal: ({ literal }) => literal,
  array: ({ item }) => (item ? [sample(item)] : []),
  nullable: ({ wrapped }) => wrapped && sample(wrapped),
  optional: () => undefined,
  number: () => 1,
  string: () => 'text',
  boolean: () => true,
}

function sample(schema: Shape): unknown {
  const make = makers[schema.type]
  if (!make) throw new Error(`no sample of a ${schema.type}`)
  return make(schema)
}

/** A value that a schema takes: the first of each choice, nothing that is optional. */
export function sampleOf<Schema extends v.GenericSchema>(schema: Schema): v.InferOutput<Schema> {
  return sample(schema as unknown as Shape) as v.InferOutput<Schema>
}
