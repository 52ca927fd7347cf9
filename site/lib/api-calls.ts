import type * as v from 'valibot'
import type { ApiEndpoint } from '#worker/api-types.ts'
import type { Query } from './paths.ts'

export type Method = ApiEndpoint['method']

type BelowBase<Path> = Path extends `/${infer Rest}` ? Rest : never

/** By method and path, as in `Calls['put']['events/:event/toggle_hype']`. */
export type EndpointsByMethod = {
  [Verb in Method]: {
    [Call in Extract<ApiEndpoint, { method: Verb }> as BelowBase<Call['path']>]: Call
  }
}
export type PathOf<Verb extends Method> = keyof EndpointsByMethod[Verb]

declare const fieldsOf: unique symbol
/** A form that says at compile time which fields it holds; made by `urlEncoded` and `multipart`. */
export type TypedForm<Fields, Data extends FormData | URLSearchParams> = Data & {
  readonly [fieldsOf]: Fields
}

/** A query goes as text; a number or a flag may be given where it is read back as one. */
type QueryInput<Schema> = Schema extends v.GenericSchema
  ? {
      [Name in keyof v.InferInput<Schema>]:
        | v.InferInput<Schema>[Name]
        | Extract<v.InferOutput<Schema>[Name & keyof v.InferOutput<Schema>], Query[string]>
    }
  : never

type WithBlobs<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends File ? Blob : Fields[Name]
}

type BodyInput<Schema extends v.GenericSchema, Kind> = Kind extends 'json'
  ? v.InferInput<Schema>
  : Kind extends 'form'
    ? TypedForm<v.InferInput<Schema>, URLSearchParams>
    : TypedForm<WithBlobs<v.InferInput<Schema>>, FormData>

/** Required where a value is, optional where none of its fields is, refused where there is none. */
type InputField<Name extends string, Value> = [Value] extends [never]
  ? { [Key in Name]?: undefined }
  : Record<never, never> extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value }

type SchemaOf<Call, Name extends keyof ApiEndpoint> = Call extends { [Key in Name]?: infer Schema }
  ? Extract<Schema, v.GenericSchema>
  : never
type KindOf<Call> = Call extends { bodyKind: infer Kind } ? Kind : never

/** A plain number, or an id of the very kind that the path names. */
type ParamInput<Value> = Value extends number & v.Brand<infer Name>
  ? number & Partial<v.Brand<Name>>
  : Value
type ParamsInput<Schema> = Schema extends v.GenericSchema
  ? { [Name in keyof v.InferOutput<Schema>]: ParamInput<v.InferOutput<Schema>[Name]> }
  : never

type InputOf<Call> = InputField<'params', ParamsInput<SchemaOf<Call, 'params'>>> &
  InputField<'query', QueryInput<SchemaOf<Call, 'query'>>> &
  InputField<'body', BodyInput<SchemaOf<Call, 'body'>, KindOf<Call>>> &
  InputField<'headers', v.InferInput<SchemaOf<Call, 'headers'>>>

type AnswerOf<Call> = [SchemaOf<Call, 'answer'>] extends [never]
  ? void
  : v.InferOutput<SchemaOf<Call, 'answer'>>

type Arguments<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input]

export type ApiRequestInput<Verb extends Method, Path extends PathOf<Verb>> = InputOf<
  EndpointsByMethod[Verb][Path]
>
export type ApiRequestBody<Verb extends Method, Path extends PathOf<Verb>> = ApiRequestInput<
  Verb,
  Path
>['body']
export type ApiResponseData<Verb extends Method, Path extends PathOf<Verb>> = AnswerOf<
  EndpointsByMethod[Verb][Path]
>

export type Api = {
  [Verb in Method]: <Path extends PathOf<Verb>>(
    path: Path,
    ...input: Arguments<ApiRequestInput<Verb, Path>>
  ) => Promise<ApiResponseData<Verb, Path>>
}

export function multipartForm<Fields extends Record<string, string | Blob>>(
  fields: Fields,
): TypedForm<Fields, FormData> {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data as TypedForm<Fields, FormData>
}

export function urlEncodedForm<Fields extends Record<string, string>>(
  fields: Fields,
): TypedForm<Fields, URLSearchParams> {
  return new URLSearchParams(fields) as TypedForm<Fields, URLSearchParams>
}
